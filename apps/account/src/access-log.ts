import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CommandSpec } from '@boxwood/account-sdk';
import { ACC, ALB, GEN } from '@boxwood/account-sdk';
import { holderOf } from './http/connections.ts';

/**
 * The logged name of an unauthenticated caller. The typed name is never logged: it may be a password entered in the
 * wrong field.
 */
export const NOBODY = 'nobody';

/** One request, as logged. */
export interface Visit {
  /** The user id of a known user, or {@link NOBODY}. */
  readonly user: string;
  readonly remote: string;
  /** 0, or the refusal code. */
  readonly code: number;
  /** The name of the command or of the byte endpoint. */
  readonly command?: string;
}

/** Writes one log line. */
export type Tell = (what: string, record: Readonly<Record<string, string | number>>) => void;

/** Codes that every family uses for a missing privilege or session. */
const EVERYWHERE: ReadonlySet<number> = new Set([GEN.noPrivilege, GEN.session]);
/**
 * By family: codes for a missing privilege, or for a violated protection rule (an invalid request, an unsafe path, a
 * rate limit, a wrong identity).
 */
const OF_FAMILY: Readonly<Partial<Record<CommandSpec['errors'], ReadonlySet<number>>>> = {
  GEN: new Set([GEN.busy, GEN.badParameter, GEN.unsafe, GEN.overLimit]),
  ALB: new Set([ALB.notOwner]),
  ACC: new Set([ACC.wrongKey, ACC.identity, ACC.notAdmin, ACC.busy, ACC.authentication, ACC.deviceType]),
};

/** Whether a code means that the caller lacked a privilege or violated a protection rule. */
export const isOfRights = ({ errors, secrets = [] }: CommandSpec, code: number): boolean =>
  EVERYWHERE.has(code) ||
  OF_FAMILY[errors]?.has(code) === true ||
  (errors === 'GEN' && code === GEN.wrongSecret && secrets.length > 0);

/** Log lines of one caller within a window; further ones are only counted. */
const LINES = 10;
/**
 * Callers of one kind (users, addresses of unauthenticated callers) with log lines of their own; the others are counted
 * together.
 */
const CALLERS = 100;
const WINDOW_MS = 600_000;

interface Seen {
  readonly first: Visit;
  count: number;
}

/**
 * Logs sign-ins, sign-outs and refusals (ASVS 16.3). A caller can cause refusals at no cost, so their lines are
 * limited: ten for each caller in ten minutes, for a hundred users and a hundred addresses. The rest is logged as a
 * count.
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

  /** Logs an authenticated event, such as a sign-in or sign-out; never limited. */
  came(what: string, visit: Visit): void {
    this.#tell(what, { ...visit });
  }

  /** Logs a refusal. */
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

  /** Ends the window and logs the counts of suppressed lines. Call it when the service stops. */
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

/** HTTP statuses of requests refused before routing: foreign page, wrong key or code, wrong host, too many tries. */
const AT_THE_DOOR: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/** Logs requests that an HTTP endpoint refuses before a command is read; `endpointOf` names the endpoint. */
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
