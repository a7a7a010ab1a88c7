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
  /** Default: N3. */
  readonly model?: Model;
  /** Firmware version; default: the newest one of the model. */
  readonly version?: string;
  /** Clock for all timed behaviour; default: real time. */
  readonly clock?: Clock;
  /** Users who may sign in; default: {@link DEFAULT_USERS}. */
  readonly users?: readonly BoxUser[];
  /** Initial faults, as rules or in command line form (`cut-put@1MB`). */
  readonly faults?: readonly (FaultRule | string)[];
  /** The box name at the account service; default: `simulated`. */
  readonly boxName?: string;
  /** Default plugins that the box does not have: `slpmdb` is the photo index. */
  readonly without?: readonly string[];
  /** Files by path, in addition to the initial content. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
  /** A folder with the pages of a client (`index.html` and its assets), served on the same origin. */
  readonly pages?: string;
  /** Default: 0 (any free port). */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** The default users; the first one is the administrator. */
export const FAMILY: readonly BoxUser[] = [
  { name: 'annabel', password: 'boxwood-1', admin: true },
  { name: 'robert1', password: 'boxwood-1', admin: false },
];

/** A running box. */
export interface SimulatedBox {
  readonly origin: string;
  readonly model: Model;
  /** Its current files. */
  readonly tree: Tree;
  /** All requests that it received. */
  readonly asked: readonly Asked[];
  /** Enables a fault; the returned function disables it. Throws when the text is not a valid fault. */
  fault(rule: FaultRule | string): () => void;
  /** Ends every session, like a restart of the box. */
  signOutAll(): void;
  /** Turns it off: requests are not answered and connections break. Its content and sessions are preserved. */
  stop(): Promise<void>;
  /** Turns it on again, at the same address. */
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
 * Starts a box in this process: in memory, on its own port, answering what the specification states and no more.
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
