import { GEN } from '@boxwood/command-bus';
import { COMMON_PASSWORD_ISSUE, isCommonPassword } from '@boxwood/account';
import { Refusal } from '@boxwood/box-sdk/server';
import { checkNewPassword, checkUserId } from '@boxwood/command-bus/rules';
import type { Facts } from '../identity/facts.ts';
import { hashPassword } from '../identity/passwords.ts';
import { digest, newSecret, sameSecret } from '../identity/secrets.ts';
import { LoginRateLimiter } from '../identity/login-rate-limiter.ts';
import type { Users } from '../identity/users.ts';

export interface SetupRequest {
  readonly code: string;
  readonly boxname: string;
  readonly username: string;
  readonly password: string;
}

export interface SetupOptions {
  readonly users: Users;
  readonly facts: Facts;
  readonly tries: LoginRateLimiter;
  /** Creates the owner's account. A refusal leaves the box without an owner. */
  readonly onOwner: (owner: { readonly name: string; readonly password: string }) => Promise<void>;
  /** Called when the box has a name and an owner, who needs folders. */
  readonly onReady: () => Promise<void>;
}

/** First-time setup: a one-time code, then a name and an owner. Only the code's digest is stored, until it is used. */
export class Setup {
  readonly #options: SetupOptions;
  #busy = false;

  constructor(options: SetupOptions) {
    this.#options = options;
  }

  get needed(): boolean {
    return this.#options.users.empty;
  }

  /** Makes a new one-time code; earlier codes become invalid. */
  newCode(): string {
    const code = newSecret();
    this.#options.facts.set('setup', digest(code));
    return code;
  }

  async run(request: SetupRequest, remote: string): Promise<void> {
    const { users, facts, tries, onOwner } = this.#options;
    if (!this.needed || this.#busy) throw new Refusal(GEN.invalid, 'setup');
    if (!tries.tryAttempt(LoginRateLimiter.anonymousSubject(`setup ${remote}`), 10)) throw new Refusal(GEN.overLimit);
    const storedDigest = facts.get('setup');
    if (storedDigest === undefined || !sameSecret(storedDigest, digest(request.code)))
      throw new Refusal(GEN.wrongSecret);
    if (!checkUserId(request.username).ok) throw new Refusal(GEN.badParameter, 'username');
    if (!checkNewPassword(request.password).ok) throw new Refusal(GEN.badParameter, 'password');
    if (request.boxname.trim() === '') throw new Refusal(GEN.badParameter, 'boxname');
    if (isCommonPassword(request.password, [request.username, request.boxname]))
      throw new Refusal(GEN.badParameter, COMMON_PASSWORD_ISSUE);
    this.#busy = true;
    try {
      const verifier = await hashPassword(request.password, { holder: 'setup', known: true });
      await onOwner({ name: request.username, password: request.password });
      users.create({ name: request.username, admin: true, owner: true }, verifier);
      // Durable together with the owner: a box that lost its owner would offer ownership to the next visitor.
      facts.set('boxname', request.boxname.trim());
      facts.set('setup', '');
      await this.#options.onReady();
    } finally {
      this.#busy = false;
    }
  }
}
