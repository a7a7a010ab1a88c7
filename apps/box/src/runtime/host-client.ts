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
import type {
  OperationParams,
  HostRequest,
  OperationActor,
  HostDiskList,
  DiskHealthReport,
  OperationPlan,
  RefusedResponse,
  Verb,
} from '@boxwood/host';
import {
  RESPONSE_CODECS,
  HEALTH_TIMEOUT_MS,
  DISK_PROBE_TIMEOUT_MS,
  MAX_RESPONSE_BYTES,
  PLAN_TIMEOUT_MS,
  VERBS,
} from '@boxwood/host';
import { forkModule } from './programs.ts';
import { PROGRAMS } from './program-registry.ts';

/** Socket of the systemd unit `boxwood-host.service`. */
const HOST_SOCKET = '/run/boxwood-host/socket';

/**
 * Where the helper is:
 * - `installed`: the systemd service once it exists; until then a box running as root starts its own helper;
 * - `none`: no helper, whatever is installed;
 * - a path: the socket of a helper started elsewhere.
 */
export type HostLocation = 'installed' | 'none' | `/${string}`;

/**
 * Why the helper did nothing: its own reason, `absent` (no helper) or `silent` (no response in time, or the connection
 * broke).
 */
export interface HostRefusal {
  readonly answer: 'refused';
  readonly why: RefusedResponse['why'] | 'absent' | 'silent';
  readonly detail: string;
}
const refusal = (why: HostRefusal['why'], detail = ''): HostRefusal => ({ answer: 'refused', why, detail });

/** Detail of a `silent` refusal caused by the deadline. */
const DEADLINE_DETAIL = 'deadline';

interface HostOptions {
  readonly location: HostLocation;
  /** Folder for the log of a helper started by the box. */
  readonly stateDir: string;
  /** Folder in which a helper started by the box mounts volumes. */
  readonly dataDir: string;
  /** Timeout for a request that runs no program, in ms; the time of the operation is added. */
  readonly timeoutMs?: number;
}

/** Sends one request on a new connection, so that a restarted helper is reached at once. */
const ask = (socket: string, request: HostRequest, waitMs: number): Promise<string | HostRefusal> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    let connected = false;
    const connection = connect(socket);
    const timer = setTimeout(() => end(refusal('silent', DEADLINE_DETAIL)), waitMs);
    const end = (answer: string | HostRefusal): void => {
      clearTimeout(timer);
      connection.destroy();
      resolve(answer);
    };
    connection.once('connect', () => {
      connected = true;
      connection.write(`${JSON.stringify(request)}\n`);
    });
    connection.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes > MAX_RESPONSE_BYTES) end(refusal('silent', 'too long'));
      else chunks.push(chunk);
    });
    connection.once('end', () =>
      end(receivedBytes === 0 ? refusal('silent', 'broke off') : Buffer.concat(chunks).toString()),
    );
    connection.once('error', (fault: NodeJS.ErrnoException) =>
      end(refusal(connected ? 'silent' : 'absent', fault.code ?? fault.message)),
    );
  });

/** Whether no helper handled the request. A connection that breaks before a plan is returned changed nothing. */
const isUnreachable = ({ why, detail }: HostRefusal, executeMs: number): boolean =>
  why === 'absent' || (why === 'silent' && executeMs === 0 && detail !== DEADLINE_DETAIL);

export class HostClient {
  readonly #options: HostOptions;
  readonly #timeoutMs: number;
  #own: Promise<OwnHost | null> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? PLAN_TIMEOUT_MS;
  }

  /** Whether a helper is probably available; sends no request. */
  get isAvailable(): boolean {
    const { location } = this.#options;
    if (location === 'none') return false;
    return location === 'installed' ? existsSync(HOST_SOCKET) || isRoot : existsSync(location);
  }

  /**
   * Programs this machine lacks for a verb; null when there is no helper. Does not start the box's own helper: until
   * that is needed, nothing counts as lacking.
   */
  async lacking(verb: Verb): Promise<readonly string[] | null> {
    if (!this.isAvailable) return null;
    if (this.#own === null && this.#options.location === 'installed' && !existsSync(HOST_SOCKET)) return [];
    const answer = await this.#request({ ask: 'offers' }, RESPONSE_CODECS.offers, 0);
    return answer.answer === 'offers' ? (answer.lacking[verb] ?? []) : null;
  }

  /** Lists every disk of the machine and its use. */
  disks(): Promise<HostDiskList | HostRefusal> {
    return this.#request({ ask: 'disks' }, RESPONSE_CODECS.disks, 0, DISK_PROBE_TIMEOUT_MS);
  }

  /** Returns the SMART health of a disk, by its name from {@link disks}. */
  health(name: string): Promise<DiskHealthReport | HostRefusal> {
    return this.#request({ ask: 'health', name }, RESPONSE_CODECS.health, 0, DISK_PROBE_TIMEOUT_MS + HEALTH_TIMEOUT_MS);
  }

  /** Returns what an operation would do; changes nothing. */
  async plan<V extends Verb>(
    verb: V,
    params: OperationParams<V>,
    by: OperationActor,
  ): Promise<OperationPlan | HostRefusal> {
    const answer = await this.#request(
      { ask: 'plan', verb, params: { ...params }, by },
      RESPONSE_CODECS.plan,
      0,
      probeMsOf(verb),
    );
    return answer.answer === 'plan' ? answer.plan : answer;
  }

  /** Executes a plan. Returns null on success; a plan that is out of date is refused as `stale`. */
  async execute<V extends Verb>(
    verb: V,
    params: OperationParams<V>,
    plan: string,
    by: OperationActor,
  ): Promise<HostRefusal | null> {
    const answer = await this.#request(
      { ask: 'act', verb, params: { ...params }, plan, by },
      RESPONSE_CODECS.act,
      VERBS[verb].stepMs * MAX_STEPS,
      // The helper probes the disk before and after it locks it.
      2 * probeMsOf(verb),
    );
    return answer.answer === 'done' ? null : answer;
  }

  async #request<A extends { readonly answer: string }>(
    request: HostRequest,
    codec: Codec<A>,
    executeMs: number,
    probeMs = 0,
  ): Promise<A | HostRefusal> {
    const waitMs = executeMs + probeMs;
    let reply = await this.#send(request, waitMs);
    // The box's own helper died and the box has not noticed yet. Nothing was done, so the request can be repeated.
    if (typeof reply !== 'string' && isUnreachable(reply, executeMs) && (await this.#own) !== null) {
      await this.#end();
      reply = await this.#send(request, waitMs);
    }
    if (typeof reply !== 'string') {
      // The box's own helper does not respond: end it, so that the next request starts a new one.
      if (reply.why === 'silent' && executeMs === 0) await this.#end();
      return reply;
    }
    const parsed = parseJson(reply.trimEnd());
    const answer = parsed._tag === 'Left' ? parsed : decodeLeniently(codec, parsed.right).result;
    return answer._tag === 'Left' ? refusal('silent', answer.left.join('; ')) : answer.right;
  }

  async #send(request: HostRequest, waitMs: number): Promise<string | HostRefusal> {
    const at = await this.#findSocket();
    return at === null ? refusal('absent') : ask(at, request, this.#timeoutMs + waitMs);
  }

  async #findSocket(): Promise<string | null> {
    const { location, stateDir, dataDir } = this.#options;
    if (location === 'none') return null;
    if (location !== 'installed') return location;
    if (existsSync(HOST_SOCKET)) return HOST_SOCKET;
    if (!isRoot) return null;
    const own = await this.#own;
    if (own?.alive !== true) this.#own = startOwnHost(join(stateDir, 'host-acts.log'), dataDir, this.#timeoutMs);
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

const probeMsOf = (verb: Verb): number => {
  const spec = VERBS[verb];
  return 'extraPlanMs' in spec ? spec.extraPlanMs : 0;
};

/** Maximum number of steps of an operation. A longer one would time out here while the helper continues. */
const MAX_STEPS = 5;

const isRoot = process.getuid?.() === 0;

interface OwnHost {
  readonly socket: string;
  readonly alive: boolean;
  end(): void;
}

/** Beside the built bundle of the box, or in its own workspace folder. */
const entry = import.meta.url.endsWith('.ts')
  ? new URL('../../../host/src/boxwood-host.ts', import.meta.url)
  : new URL('host.js', import.meta.url);

/**
 * Starts a helper for a box that runs as root, in a folder only root can enter. The helper ends with the box, also when
 * the box is killed.
 */
const startOwnHost = async (logFile: string, data: string, waitMs: number): Promise<OwnHost | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-host-'));
  const socket = join(folder, 'socket');
  const child = forkModule(entry, {
    as: PROGRAMS.host,
    args: ['--socket', socket, '--user', '0', '--acts', logFile, '--data', data],
    inheritStderr: true,
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
    const timer = setTimeout(() => resolve(false), waitMs);
    const settle = (ready: boolean) => (): void => {
      clearTimeout(timer);
      resolve(ready);
    };
    child.once('message', settle(true));
    child.once('error', settle(false));
    child.once('exit', settle(false));
  });
