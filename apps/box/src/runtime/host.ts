/**
 * Client of `boxwood-host`, the only program that runs operations as root. The box sends it typed requests and needs no
 * root rights itself.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Codec } from '@boxwood/command-bus/codecs';
import { decodeLeniently, parseJson } from '@boxwood/command-bus/codecs';
import type { ActOf, Ask, By, Disks, Health, Plan, Refused, Verb } from '@boxwood/host';
import { ANSWERS, HEALTH_MS, LOOK_MS, MOST_ANSWERED, PLAN_MS, VERBS } from '@boxwood/host';
import { forkModule } from './programs.ts';
import { PROGRAMS } from './registry.ts';

/** Socket of the systemd unit `boxwood-host.service`. */
const HOST_SOCKET = '/run/boxwood-host/socket';

/**
 * Where the helper is:
 * - `installed`: the systemd service once it exists; until then a box running as root starts its own helper;
 * - `none`: no helper, whatever is installed;
 * - a path: the socket of a helper started elsewhere.
 */
export type HostPlace = 'installed' | 'none' | `/${string}`;

/**
 * Why the helper did nothing: its own reason, `absent` (no helper) or `silent` (no response in time, or the connection
 * broke).
 */
export interface HostRefusal {
  readonly answer: 'refused';
  readonly why: Refused['why'] | 'absent' | 'silent';
  readonly detail: string;
}
const refusal = (why: HostRefusal['why'], detail = ''): HostRefusal => ({ answer: 'refused', why, detail });

/** Detail of a `silent` refusal caused by the deadline. */
const LATE = 'deadline';

interface HostOptions {
  readonly place: HostPlace;
  /** Folder for the log of a helper started by the box. */
  readonly stateDir: string;
  /** Folder in which a helper started by the box mounts volumes. */
  readonly dataDir: string;
  /** Timeout for a request that runs no program, in ms; the time of the operation is added. */
  readonly patienceMs?: number;
}

/** Sends one request on a new connection, so that a restarted helper is reached at once. */
const ask = (socket: string, question: Ask, waitMs: number): Promise<string | HostRefusal> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let held = 0;
    let connected = false;
    const line = connect(socket);
    const late = setTimeout(() => end(refusal('silent', LATE)), waitMs);
    const end = (answer: string | HostRefusal): void => {
      clearTimeout(late);
      line.destroy();
      resolve(answer);
    };
    line.once('connect', () => {
      connected = true;
      line.write(`${JSON.stringify(question)}\n`);
    });
    line.on('data', (piece: Buffer) => {
      held += piece.length;
      if (held > MOST_ANSWERED) end(refusal('silent', 'too long'));
      else pieces.push(piece);
    });
    line.once('end', () => end(held === 0 ? refusal('silent', 'broke off') : Buffer.concat(pieces).toString()));
    line.once('error', (fault: NodeJS.ErrnoException) =>
      end(refusal(connected ? 'silent' : 'absent', fault.code ?? fault.message)),
    );
  });

/** Whether no helper handled the request. A connection that breaks before a plan is returned changed nothing. */
const gone = ({ why, detail }: HostRefusal, actMs: number): boolean =>
  why === 'absent' || (why === 'silent' && actMs === 0 && detail !== LATE);

export class Host {
  readonly #options: HostOptions;
  readonly #patienceMs: number;
  #own: Promise<OwnHost | null> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#patienceMs = options.patienceMs ?? PLAN_MS;
  }

  /** Whether a helper is probably available; sends no request. */
  get isThere(): boolean {
    const { place } = this.#options;
    if (place === 'none') return false;
    return place === 'installed' ? existsSync(HOST_SOCKET) || isRoot : existsSync(place);
  }

  /**
   * Programs this machine lacks for a verb; null when there is no helper. Does not start the box's own helper: until
   * that is needed, nothing counts as lacking.
   */
  async lacking(verb: Verb): Promise<readonly string[] | null> {
    if (!this.isThere) return null;
    if (this.#own === null && this.#options.place === 'installed' && !existsSync(HOST_SOCKET)) return [];
    const answer = await this.#ask({ ask: 'offers' }, ANSWERS.offers, 0);
    return answer.answer === 'offers' ? (answer.lacking[verb] ?? []) : null;
  }

  /** Lists every disk of the machine and its use. */
  disks(): Promise<Disks | HostRefusal> {
    return this.#ask({ ask: 'disks' }, ANSWERS.disks, 0, LOOK_MS);
  }

  /** Returns the SMART health of a disk, by its name from {@link disks}. */
  health(name: string): Promise<Health | HostRefusal> {
    return this.#ask({ ask: 'health', name }, ANSWERS.health, 0, LOOK_MS + HEALTH_MS);
  }

  /** Returns what an operation would do; changes nothing. */
  async plan<V extends Verb>(verb: V, params: ActOf<V>, by: By): Promise<Plan | HostRefusal> {
    const answer = await this.#ask({ ask: 'plan', verb, params: { ...params }, by }, ANSWERS.plan, 0, lookMsOf(verb));
    return answer.answer === 'plan' ? answer.plan : answer;
  }

  /** Executes a plan. Returns null on success; a plan that is out of date is refused as `stale`. */
  async act<V extends Verb>(verb: V, params: ActOf<V>, plan: string, by: By): Promise<HostRefusal | null> {
    const answer = await this.#ask(
      { ask: 'act', verb, params: { ...params }, plan, by },
      ANSWERS.act,
      VERBS[verb].stepMs * STEPS,
      // The helper probes the disk before and after it locks it.
      2 * lookMsOf(verb),
    );
    return answer.answer === 'done' ? null : answer;
  }

  async #ask<A extends { readonly answer: string }>(
    question: Ask,
    codec: Codec<A>,
    actMs: number,
    lookMs = 0,
  ): Promise<A | HostRefusal> {
    const waitMs = actMs + lookMs;
    let said = await this.#say(question, waitMs);
    // The box's own helper died and the box has not noticed yet. Nothing was done, so the request can be repeated.
    if (typeof said !== 'string' && gone(said, actMs) && (await this.#own) !== null) {
      await this.#end();
      said = await this.#say(question, waitMs);
    }
    if (typeof said !== 'string') {
      // The box's own helper does not respond: end it, so that the next request starts a new one.
      if (said.why === 'silent' && actMs === 0) await this.#end();
      return said;
    }
    const parsed = parseJson(said.trimEnd());
    const answer = parsed._tag === 'Left' ? parsed : decodeLeniently(codec, parsed.right).result;
    return answer._tag === 'Left' ? refusal('silent', answer.left.join('; ')) : answer.right;
  }

  async #say(question: Ask, waitMs: number): Promise<string | HostRefusal> {
    const at = await this.#find();
    return at === null ? refusal('absent') : ask(at, question, this.#patienceMs + waitMs);
  }

  async #find(): Promise<string | null> {
    const { place, stateDir, dataDir } = this.#options;
    if (place === 'none') return null;
    if (place !== 'installed') return place;
    if (existsSync(HOST_SOCKET)) return HOST_SOCKET;
    if (!isRoot) return null;
    const own = await this.#own;
    if (own?.alive !== true) this.#own = startOwn(join(stateDir, 'host-acts.log'), dataDir, this.#patienceMs);
    return (await this.#own)?.socket ?? null;
  }

  async #end(): Promise<void> {
    const own = await this.#own;
    this.#own = null;
    own?.end();
  }

  close(): Promise<void> {
    return this.#end();
  }
}

const lookMsOf = (verb: Verb): number => {
  const spec = VERBS[verb];
  return 'lookMs' in spec ? spec.lookMs : 0;
};

/** Maximum number of steps of an operation. A longer one would time out here while the helper continues. */
const STEPS = 5;

const isRoot = process.getuid?.() === 0;

interface OwnHost {
  readonly socket: string;
  readonly alive: boolean;
  end(): void;
}

/** Beside the built bundle of the box, or in its own workspace folder. */
const entry = import.meta.url.endsWith('.ts')
  ? new URL('../../../host/src/main.ts', import.meta.url)
  : new URL('host.js', import.meta.url);

/**
 * Starts a helper for a box that runs as root, in a folder only root can enter. The helper ends with the box, also when
 * the box is killed.
 */
const startOwn = async (acts: string, data: string, waitMs: number): Promise<OwnHost | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-host-'));
  const socket = join(folder, 'socket');
  const child = forkModule(entry, {
    as: PROGRAMS.host,
    args: ['--socket', socket, '--user', '0', '--acts', acts, '--data', data],
    complains: true,
  });
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  child.once('exit', forget);
  const ready = await readyWithin(child, waitMs);
  if (!ready) {
    child.kill('SIGKILL');
    forget();
    return null;
  }
  // The helper must not keep the process of an ending box alive.
  child.unref();
  child.channel?.unref();
  return {
    socket,
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    end: () => {
      child.kill('SIGKILL');
      forget();
    },
  };
};

const readyWithin = (child: ChildProcess, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), waitMs);
    const settle = (ready: boolean) => (): void => {
      clearTimeout(late);
      resolve(ready);
    };
    child.once('message', settle(true));
    child.once('error', settle(false));
    child.once('exit', settle(false));
  });
