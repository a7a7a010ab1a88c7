import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CommandSpec } from '@boxwood/account-sdk';
import { ACC, ALB, GEN } from '@boxwood/account-sdk';
import { addressHolder } from './http/connection-limits.ts';

/**
 * The logged name of an unauthenticated caller. The typed name is never logged: it may be a password entered in the
 * wrong field.
 */
export const UNAUTHENTICATED_USER = 'nobody';

/** One request, as logged. */
export interface AccessRecord {
  /** The user id of a known user, or {@link UNAUTHENTICATED_USER}. */
  readonly user: string;
  readonly remote: string;
  /** 0, or the refusal code. */
  readonly code: number;
  /** The name of the command or of the byte endpoint. */
  readonly command?: string;
}

/** Writes one log line. */
export type WriteAccessLog = (message: string, record: Readonly<Record<string, string | number>>) => void;

/** Codes that every family uses for a missing privilege or session. */
const PRIVILEGE_CODES: ReadonlySet<number> = new Set([GEN.noPrivilege, GEN.session]);
/**
 * By family: codes for a missing privilege, or for a violated protection rule (an invalid request, an unsafe path, a
 * rate limit, a wrong identity).
 */
const PRIVILEGE_CODES_BY_FAMILY: Readonly<Partial<Record<CommandSpec['errors'], ReadonlySet<number>>>> = {
  GEN: new Set([GEN.busy, GEN.badParameter, GEN.unsafe, GEN.overLimit]),
  ALB: new Set([ALB.notOwner]),
  ACC: new Set([ACC.wrongKey, ACC.identity, ACC.notAdmin, ACC.busy, ACC.authentication, ACC.deviceType]),
};

/** Whether a code means that the caller lacked a privilege or violated a protection rule. */
export const isPrivilegeRefusal = ({ errors, secrets = [] }: CommandSpec, code: number): boolean =>
  PRIVILEGE_CODES.has(code) ||
  PRIVILEGE_CODES_BY_FAMILY[errors]?.has(code) === true ||
  (errors === 'GEN' && code === GEN.wrongSecret && secrets.length > 0);

/** Log lines of one caller within a window; further ones are only counted. */
const MAX_LINES_PER_CALLER = 10;
/**
 * Callers of one kind (users, addresses of unauthenticated callers) with log lines of their own; the others are counted
 * together.
 */
const MAX_CALLERS = 100;
const WINDOW_MS = 600_000;

interface CallerRefusals {
  readonly first: AccessRecord;
  count: number;
}

/**
 * Logs sign-ins, sign-outs and refusals (ASVS 16.3). A caller can cause refusals at no cost, so their lines are
 * limited: ten for each caller in ten minutes, for a hundred users and a hundred addresses. The rest is logged as a
 * count.
 */
export class AccessLog {
  readonly #write: WriteAccessLog;
  readonly #windowMs: number;
  readonly #refusals = { users: new Map<string, CallerRefusals>(), addresses: new Map<string, CallerRefusals>() };
  #uncountedRefusals = 0;
  #windowTimer: NodeJS.Timeout | undefined;

  constructor(write: WriteAccessLog, windowMs = WINDOW_MS) {
    this.#write = write;
    this.#windowMs = windowMs;
  }

  /** Logs an authenticated event, such as a sign-in or sign-out; never limited. */
  logAccess(message: string, access: AccessRecord): void {
    this.#write(message, { ...access });
  }

  /** Logs a refusal. */
  logRefusal(message: string, access: AccessRecord): void {
    this.#windowTimer ??= setTimeout(() => this.flush(), this.#windowMs).unref();
    const isUnauthenticated = access.user === UNAUTHENTICATED_USER;
    const all = isUnauthenticated ? this.#refusals.addresses : this.#refusals.users;
    const caller = isUnauthenticated ? addressHolder(access.remote) : access.user;
    const refusals = all.get(caller) ?? { first: access, count: 0 };
    if (refusals.count === 0) {
      if (all.size >= MAX_CALLERS) {
        this.#uncountedRefusals += 1;
        return;
      }
      all.set(caller, refusals);
    }
    refusals.count += 1;
    if (refusals.count <= MAX_LINES_PER_CALLER) this.#write(message, { ...access });
  }

  /** Ends the window and logs the counts of suppressed lines. Call it when the service stops. */
  flush(): void {
    clearTimeout(this.#windowTimer);
    this.#windowTimer = undefined;
    for (const all of [this.#refusals.users, this.#refusals.addresses]) {
      for (const { first, count } of all.values())
        if (count > MAX_LINES_PER_CALLER)
          this.#write('refused again', { user: first.user, remote: first.remote, times: count - MAX_LINES_PER_CALLER });
      all.clear();
    }
    if (this.#uncountedRefusals > 0) this.#write('refused others', { times: this.#uncountedRefusals });
    this.#uncountedRefusals = 0;
  }
}

/** HTTP statuses of requests refused before routing: foreign page, wrong key or code, wrong host, too many tries. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/** Logs requests that an HTTP endpoint refuses before a command is read; `endpointOf` names the endpoint. */
export const logRefusedRequest = (
  access: Pick<AccessLog, 'logRefusal'>,
  request: IncomingMessage,
  response: ServerResponse,
  endpointOf: (request: IncomingMessage) => string,
): void => {
  const remote = request.socket.remoteAddress ?? '';
  response.once('finish', () => {
    const { statusCode: code } = response;
    if (REFUSED_STATUSES.has(code))
      access.logRefusal('refused', { user: UNAUTHENTICATED_USER, remote, command: endpointOf(request), code });
  });
};
