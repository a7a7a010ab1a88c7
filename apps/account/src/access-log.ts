import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CommandSpec } from '@boxwood/account-sdk';
import { ACC, ALB, GEN } from '@boxwood/account-sdk';
import { holderOf } from './http/connections.ts';

/** Whoever has no name of ours. What was typed is never told: it may be a password in the wrong field. */
export const NOBODY = 'nobody';

/** Somebody at a door. */
export interface Visit {
  /** A user who is known, or {@link NOBODY}. */
  readonly user: string;
  readonly remote: string;
  /** 0, or the number of the refusal. */
  readonly code: number;
  /** The name of the command, or of a door for bytes. */
  readonly command?: string;
}

/** Writes one line. */
export type Tell = (what: string, record: Readonly<Record<string, string | number>>) => void;

/** What every family says to somebody without a privilege or a session. */
const EVERYWHERE: ReadonlySet<number> = new Set([GEN.noPrivilege, GEN.session]);
/** By family: no right, or against a rule that protects (a request that is none, an unsafe path, more calls or tries than there may be, an identity that is none). */
const OF_FAMILY: Readonly<Partial<Record<CommandSpec['errors'], ReadonlySet<number>>>> = {
  GEN: new Set([GEN.busy, GEN.badParameter, GEN.unsafe, GEN.overLimit]),
  ALB: new Set([ALB.notOwner]),
  ACC: new Set([ACC.wrongKey, ACC.identity, ACC.notAdmin, ACC.busy, ACC.authentication, ACC.deviceType]),
};

/** Whether a number says that somebody had no right, or tried to get around a rule. */
export const isOfRights = ({ errors, secrets = [] }: CommandSpec, code: number): boolean =>
  EVERYWHERE.has(code) ||
  OF_FAMILY[errors]?.has(code) === true ||
  (errors === 'GEN' && code === GEN.wrongSecret && secrets.length > 0);

/** Lines of one caller within a window; more are counted. */
const LINES = 10;
/** Callers of one kind (users, addresses of strangers) that have lines of their own; the others are counted as one. */
const CALLERS = 100;
const WINDOW_MS = 600_000;

interface Seen {
  readonly first: Visit;
  count: number;
}

/**
 * Who came, went and was refused, for the log (ASVS 16.3). A refusal costs whoever is refused nothing, so its lines are bounded: ten of each
 * caller in ten minutes, of a hundred users and a hundred addresses; of the rest it is told how many there were.
 */
export class AccessLog {
  readonly #tell: Tell;
  readonly #windowMs: number;
  readonly #seen = { users: new Map<string, Seen>(), strangers: new Map<string, Seen>() };
  #crowd = 0;
  #end: NodeJS.Timeout | undefined;

  constructor(tell: Tell, windowMs = WINDOW_MS) {
    this.#tell = tell;
    this.#windowMs = windowMs;
  }

  /** Somebody came with a proof, or went: always a line. */
  came(what: string, visit: Visit): void {
    this.#tell(what, { ...visit });
  }

  /** Somebody was refused. */
  refused(what: string, visit: Visit): void {
    this.#end ??= setTimeout(() => this.flush(), this.#windowMs).unref();
    const isStranger = visit.user === NOBODY;
    const all = isStranger ? this.#seen.strangers : this.#seen.users;
    const caller = isStranger ? holderOf(visit.remote) : visit.user;
    const seen = all.get(caller) ?? { first: visit, count: 0 };
    if (seen.count === 0) {
      if (all.size >= CALLERS) {
        this.#crowd += 1;
        return;
      }
      all.set(caller, seen);
    }
    seen.count += 1;
    if (seen.count <= LINES) this.#tell(what, { ...visit });
  }

  /** Ends the window: tells what had no line of its own. Call it when the service stops. */
  flush(): void {
    clearTimeout(this.#end);
    this.#end = undefined;
    for (const all of [this.#seen.users, this.#seen.strangers]) {
      for (const { first, count } of all.values())
        if (count > LINES)
          this.#tell('refused again', { user: first.user, remote: first.remote, times: count - LINES });
      all.clear();
    }
    if (this.#crowd > 0) this.#tell('refused others', { times: this.#crowd });
    this.#crowd = 0;
  }
}

/** HTTP's words for a foreign page, a wrong key or code, another name, too many tries. */
const AT_THE_DOOR: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/** Tells whom a door refuses before a command is read, under the name that `doorOf` has for it. */
export const watchDoor = (
  access: Pick<AccessLog, 'refused'>,
  request: IncomingMessage,
  response: ServerResponse,
  doorOf: (request: IncomingMessage) => string,
): void => {
  const remote = request.socket.remoteAddress ?? '';
  response.once('finish', () => {
    const { statusCode: code } = response;
    if (AT_THE_DOOR.has(code)) access.refused('refused', { user: NOBODY, remote, command: doorOf(request), code });
  });
};
