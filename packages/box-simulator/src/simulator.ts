import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Box } from './box.ts';
import type { BoxUser } from './user.ts';
import type { Clock } from './clock.ts';
import { realClock } from './clock.ts';
import { endpoints } from './dispatch.ts';
import type { FaultRule } from './faults/faults.ts';
import { Faults } from './faults/faults.ts';
import { parseFault } from './faults/parse.ts';
import type { Asked } from './http/server.ts';
import { serve } from './http/server.ts';
import type { Model } from './models.ts';
import { firmwareOf, offersOf } from './models.ts';
import { furnish } from './seed.ts';
import { Sessions } from './session/sessions.ts';
import { timelineOf } from './timeline.ts';
import { Tree } from './tree/tree.ts';

export interface SimulatorOptions {
  /** N3 unless told. */
  readonly model?: Model;
  /** Firmware; the newest that the model has unless told. */
  readonly version?: string;
  /** What moves by itself moves by this clock; real time unless told. */
  readonly clock?: Clock;
  /** Who may sign in; {@link FAMILY} unless told. */
  readonly users?: readonly BoxUser[];
  /** Faults from the start, as rules or in the words of the program (`cut-put@1MB`). */
  readonly faults?: readonly (FaultRule | string)[];
  /** The name that the account service knows the box by; `simulated` unless told. */
  readonly boxName?: string;
  /** Plugins that it has not, of those of a new box: `slpmdb` is the index of photos. */
  readonly without?: readonly string[];
  /** Files by their path, beside what a new box holds. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
  /** A folder with the pages of a client (`index.html` and what it loads), served on the same origin. */
  readonly pages?: string;
  /** 0 (any free one) unless told. */
  readonly port?: number;
  /** 127.0.0.1 unless told. */
  readonly host?: string;
}

/** Who lives in a box unless told otherwise; the first is its administrator. */
export const FAMILY: readonly BoxUser[] = [
  { name: 'annabel', password: 'boxwood-1', admin: true },
  { name: 'robert1', password: 'boxwood-1', admin: false },
];

/** A running box. */
export interface SimulatedBox {
  readonly origin: string;
  readonly model: Model;
  /** Its files, as they are now. */
  readonly tree: Tree;
  /** Everything that was asked of it. */
  readonly asked: readonly Asked[];
  /** Switches a fault on; the result switches it off. Throws when the words are no fault. */
  fault(rule: FaultRule | string): () => void;
  /** Ends every session, as a restart of a box does. */
  signOutAll(): void;
  /** Switches it off: nobody is answered, connections break. What it holds, sessions too, stays. */
  stop(): Promise<void>;
  /** Switches it on again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const ruleOf = (rule: FaultRule | string): FaultRule => {
  if (typeof rule !== 'string') return rule;
  const read = parseFault(rule);
  if (read === undefined) throw new Error(`${rule} is no fault: KIND[-TARGET][@VALUE][xTIMES]`);
  return read;
};

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the box listens nowhere');
  return address.port;
};

/**
 * Starts a box in this process: in memory, on a port of its own, answering what the specification states and no more.
 *
 * @example
 * ```ts
 * const box = await createSimulatedBox({ model: 'N3', faults: ['slow-LISTTASK@2s'] });
 * await myProgram(box.origin, 'annabel', 'boxwood-1');
 * console.log(box.tree.text('/mnt/usb1/annabel/report.txt'));
 * await box.close();
 * ```
 */
export const createSimulatedBox = async (options: SimulatorOptions = {}): Promise<SimulatedBox> => {
  const { model = 'N3', clock = realClock, users = FAMILY, port = 0, host = '127.0.0.1' } = options;
  const version = options.version ?? firmwareOf(model);
  const faults = new Faults();
  for (const rule of options.faults ?? []) faults.add(ruleOf(rule));
  const asked: Asked[] = [];
  let origin = '';
  const box: Box = {
    model,
    version,
    users,
    clock,
    offers: offersOf(model, version),
    without: new Set(options.without),
    timeline: timelineOf(clock),
    tree: new Tree(clock),
    sessions: new Sessions(clock),
    name: options.boxName ?? 'simulated',
    id: 'SIM0001',
    origin: () => origin,
  };
  furnish(box, options.files ?? {});
  const server = serve({ box, faults, endpoints, pages: options.pages, onAsked: (one) => asked.push(one) });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, host);
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  await listen(port);
  const address = portOf(server.address());
  origin = `http://${host}:${address}`;
  return {
    origin,
    model,
    asked,
    get tree() {
      box.timeline.catchUp();
      return box.tree;
    },
    fault: (rule) => faults.add(ruleOf(rule)),
    signOutAll: () => box.sessions.endAll(),
    stop,
    start: async () => {
      if (!server.listening) await listen(address);
    },
    close: stop,
  };
};
