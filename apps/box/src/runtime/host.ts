/** The way to `boxwood-host`, the one program that may do what needs root. The box asks it in typed questions and is root for nothing itself. */
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

/** Where the unit `boxwood-host.service` has its socket. */
const HOST_SOCKET = '/run/boxwood-host/socket';

/**
 * Where the helper is:
 * - `installed`: what systemd runs, as soon as it is there; a box that is root itself starts one of its own until then;
 * - `none`: nowhere, whatever is installed;
 * - a path: the socket of one that somebody else runs.
 */
export type HostPlace = 'installed' | 'none' | `/${string}`;

/** Why the helper did nothing: its own reasons; `absent`, there is none; `silent`, it did not answer in time, or broke off. */
export interface HostRefusal {
  readonly answer: 'refused';
  readonly why: Refused['why'] | 'absent' | 'silent';
  readonly detail: string;
}
const refusal = (why: HostRefusal['why'], detail = ''): HostRefusal => ({ answer: 'refused', why, detail });

/** The detail of a silence that lasted as long as one waits. */
const LATE = 'deadline';

interface HostOptions {
  readonly place: HostPlace;
  /** Where a helper of the box's own keeps its log. */
  readonly stateDir: string;
  /** The folder in which one of the box's own mounts what is plugged in. */
  readonly dataDir: string;
  /** How long an answer may take that runs no program; what an act may take is added to it. */
  readonly patienceMs?: number;
}

/** One question on one connection: nothing is left over from the last one, so a helper that comes back is there at once. */
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

/** Whether there is nobody (any more) who was asked to do something: a line that broke off before a plan was answered did nothing. */
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

  /** Whether there is one to ask, as far as can be told without asking. */
  get isThere(): boolean {
    const { place } = this.#options;
    if (place === 'none') return false;
    return place === 'installed' ? existsSync(HOST_SOCKET) || isRoot : existsSync(place);
  }

  /**
   * What this machine lacks for a verb; null when there is nobody to ask. One of the box's own is not started for the question: until it is
   * needed it counts as lacking nothing.
   */
  async lacking(verb: Verb): Promise<readonly string[] | null> {
    if (!this.isThere) return null;
    if (this.#own === null && this.#options.place === 'installed' && !existsSync(HOST_SOCKET)) return [];
    const answer = await this.#ask({ ask: 'offers' }, ANSWERS.offers, 0);
    return answer.answer === 'offers' ? (answer.lacking[verb] ?? []) : null;
  }

  /** Every disk of the machine, and what it is used for. */
  disks(): Promise<Disks | HostRefusal> {
    return this.#ask({ ask: 'disks' }, ANSWERS.disks, 0, LOOK_MS);
  }

  /** What a disk says of itself, by the name that {@link disks} gave it. */
  health(name: string): Promise<Health | HostRefusal> {
    return this.#ask({ ask: 'health', name }, ANSWERS.health, 0, LOOK_MS + HEALTH_MS);
  }

  /** What an act would do; nothing is done. */
  async plan<V extends Verb>(verb: V, params: ActOf<V>, by: By): Promise<Plan | HostRefusal> {
    const answer = await this.#ask({ ask: 'plan', verb, params: { ...params }, by }, ANSWERS.plan, 0, lookMsOf(verb));
    return answer.answer === 'plan' ? answer.plan : answer;
  }

  /** Carries a plan out; null when it is done. One that does not hold any more is refused as `stale`. */
  async act<V extends Verb>(verb: V, params: ActOf<V>, plan: string, by: By): Promise<HostRefusal | null> {
    const answer = await this.#ask(
      { ask: 'act', verb, params: { ...params }, plan, by },
      ANSWERS.act,
      VERBS[verb].stepMs * STEPS,
      // It looks before and after it holds what it acts on.
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
    // Our own has died and the box has not heard of it yet, or dies this moment. Nothing was done, so another may be asked.
    if (typeof said !== 'string' && gone(said, actMs) && (await this.#own) !== null) {
      await this.#end();
      said = await this.#say(question, waitMs);
    }
    if (typeof said !== 'string') {
      // One of our own that does not answer is of no use to anybody: the next question begins another.
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

/** The most steps that an act has; a longer one would be refused by its deadline here while it goes on there. */
const STEPS = 5;

const isRoot = process.getuid?.() === 0;

interface OwnHost {
  readonly socket: string;
  readonly alive: boolean;
  end(): void;
}

/** Beside the bundle of the box when it is built, in its own folder of the workspace otherwise. */
const entry = import.meta.url.endsWith('.ts')
  ? new URL('../../../host/src/main.ts', import.meta.url)
  : new URL('host.js', import.meta.url);

/** A helper for a box that is root itself, in a folder that root alone may enter. It ends with the box, also with a killed one. */
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
  // Nobody waits for it: it must not keep a box that ends.
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
