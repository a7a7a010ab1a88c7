import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { BoxState } from './box-state.ts';
import type { BoxUser } from './box-user.ts';
import type { SimulatorClock } from './simulator-clock.ts';
import { realClock } from './simulator-clock.ts';
import { endpoints } from './dispatcher.ts';
import type { FaultRule } from './faults/fault-rules.ts';
import { FaultRules } from './faults/fault-rules.ts';
import { parseFault } from './faults/parse-fault.ts';
import type { RecordedRequest } from './http/simulator-server.ts';
import { serve } from './http/simulator-server.ts';
import type { Model } from './box-models.ts';
import { firmwareOf, featuresOf } from './box-models.ts';
import { seedBox } from './seed-box.ts';
import { Sessions } from './session/sessions.ts';
import { createEventSchedule } from './event-schedule.ts';
import { FileTree } from './tree/file-tree.ts';

export interface SimulatorOptions {
  /** Default: N3. */
  readonly model?: Model;
  /** Firmware version; default: the newest one of the model. */
  readonly version?: string;
  /** Clock for all timed behaviour; default: real time. */
  readonly clock?: SimulatorClock;
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
export const DEFAULT_USERS: readonly BoxUser[] = [
  { name: 'annabel', password: 'boxwood-1', admin: true },
  { name: 'robert1', password: 'boxwood-1', admin: false },
];

/** A running box. */
export interface SimulatedBox {
  readonly origin: string;
  readonly model: Model;
  /** Its current files. */
  readonly tree: FileTree;
  /** All requests that it received. */
  readonly requests: readonly RecordedRequest[];
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

const parseRule = (rule: FaultRule | string): FaultRule => {
  if (typeof rule !== 'string') return rule;
  const parsed = parseFault(rule);
  if (parsed === undefined) throw new Error(`${rule} is no fault: KIND[-TARGET][@VALUE][xTIMES]`);
  return parsed;
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
  const { model = 'N3', clock = realClock, users = DEFAULT_USERS, port = 0, host = '127.0.0.1' } = options;
  const version = options.version ?? firmwareOf(model);
  const faults = new FaultRules();
  for (const rule of options.faults ?? []) faults.add(parseRule(rule));
  const requests: RecordedRequest[] = [];
  let origin = '';
  const box: BoxState = {
    model,
    version,
    users,
    clock,
    features: featuresOf(model, version),
    missingPlugins: new Set(options.without),
    schedule: createEventSchedule(clock),
    tree: new FileTree(clock),
    sessions: new Sessions(clock),
    name: options.boxName ?? 'simulated',
    id: 'SIM0001',
    origin: () => origin,
  };
  seedBox(box, options.files ?? {});
  const server = serve({ box, faults, endpoints, pages: options.pages, onRequest: (one) => requests.push(one) });
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
    requests,
    get tree() {
      box.schedule.runDue();
      return box.tree;
    },
    fault: (rule) => faults.add(parseRule(rule)),
    signOutAll: () => box.sessions.endAll(),
    stop,
    start: async () => {
      if (!server.listening) await listen(address);
    },
    close: stop,
  };
};
