import type { ScriptToken, TokenVerb } from '@boxwood/box-sdk';
import { MAX_TOKENS } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Row } from '../../store/row-columns.ts';
import { number, text } from '../../store/row-columns.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';
import type { TokenScope } from '../../storage/vault/index.ts';
import { digest, newSecret } from './secrets.ts';

/** Uses within this interval are not recorded. */
const TOUCH_INTERVAL_MS = 60_000;
/** How long ended tokens stay listed for their owner. */
const ENDED_LISTED_MS = 31 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const ID_LENGTH = 12;
/** Scope of an ended token: a path that exists on no volume. */
const NO_ACCESS_SCOPE: TokenScope = { verb: 'read', path: '/ended' };

/** Owner and scope of a script token. */
export interface ScriptHolder {
  readonly user: string;
  readonly scope: TokenScope;
}

const verbOf = (row: Row): TokenVerb => (text(row, 'verb') === 'write' ? 'write' : 'read');

const toListed = (row: Row): ScriptToken => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  verb: verbOf(row),
  path: text(row, 'path'),
  ctime: Math.floor(number(row, 'made') / 1000),
  etime: Math.floor(number(row, 'ends') / 1000),
  used: Math.floor(number(row, 'used') / 1000),
});

/**
 * Tokens that users make for scripts: name, verb, folder, expiry. Only the digest is stored, and wrong passwords do not
 * affect them.
 */
export class ScriptTokens {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Newest first. Valid tokens are always listed; ended ones fill the rest of the list. */
  list(user: string): readonly ScriptToken[] {
    const now = this.#clock.now();
    return this.#database.all(
      toListed,
      `select * from (
         select * from script_tokens where user = ? and ends > ? order by ends > ? desc, made desc, id limit ?
       ) order by made desc, id`,
      user,
      now - ENDED_LISTED_MS,
      now,
      MAX_TOKENS,
    );
  }

  /** @throws Refusal 2 if the user has too many valid ones */
  add(
    user: string,
    {
      name,
      verb,
      path,
      days,
    }: { readonly name: string; readonly verb: TokenVerb; readonly path: string; readonly days: number },
  ): { readonly id: string; readonly token: string } {
    const now = this.#clock.now();
    const token = newSecret();
    const id = newSecret().slice(0, ID_LENGTH);
    this.#database.durable(() => {
      this.#database.run('delete from script_tokens where ends <= ?', now - ENDED_LISTED_MS);
      // Bounds what a client keeps that creates and ends tokens in a loop.
      this.#database.run(
        `delete from script_tokens where hash in (
           select hash from script_tokens where user = ? and ends <= ? order by made desc, id limit -1 offset ?
         )`,
        user,
        now,
        MAX_TOKENS,
      );
      if (this.#countValid(user) >= MAX_TOKENS) throw new Refusal(GEN.busy, 'tokens');
      this.#database.run(
        'insert into script_tokens (hash, id, user, name, verb, path, made, ends, used) values (?, ?, ?, ?, ?, ?, ?, ?, 0)',
        digest(token),
        id,
        user,
        name,
        verb,
        path,
        now,
        now + days * DAY_MS,
      );
    });
    return { id, token };
  }

  /** The holder of the token with this digest; undefined if it is unknown or has ended. */
  verify(hash: string): ScriptHolder | undefined {
    const found = this.#database.get(
      (row) => ({
        user: text(row, 'user'),
        scope: { verb: verbOf(row), path: text(row, 'path') },
        ends: number(row, 'ends'),
        used: number(row, 'used'),
      }),
      'select user, verb, path, ends, used from script_tokens where hash = ?',
      hash,
    );
    const now = this.#clock.now();
    if (found === undefined || found.ends <= now) return undefined;
    if (found.used < now - TOUCH_INTERVAL_MS)
      this.#database.run('update script_tokens set used = ? where hash = ?', now, hash);
    return { user: found.user, scope: found.scope };
  }

  /**
   * Scope of a session that may belong to a script token; undefined for a normal session. File URLs and uploads outlive
   * the call that made them and must not stay valid after the token has ended.
   */
  scopeIn(hash: string): TokenScope | undefined {
    const isToken = this.#database.get((row) => text(row, 'id'), 'select id from script_tokens where hash = ?', hash);
    return isToken === undefined ? undefined : (this.verify(hash)?.scope ?? NO_ACCESS_SCOPE);
  }

  /**
   * Ends a token and returns its digest, with which the caller revokes what it opened; undefined if the user has no
   * such token.
   */
  revoke(user: string, id: string): string | undefined {
    const now = this.#clock.now();
    const hash = this.#database.get(
      (row) => text(row, 'hash'),
      'select hash from script_tokens where user = ? and id = ? and ends > ?',
      user,
      id,
      now,
    );
    // It stays listed, like one that expired.
    if (hash !== undefined)
      this.#database.durable(() => {
        this.#database.run('update script_tokens set ends = ? where hash = ?', now, hash);
      });
    return hash;
  }

  #countValid(user: string): number {
    const count = this.#database.get(
      (row) => number(row, 'count'),
      'select count(*) as count from script_tokens where user = ? and ends > ?',
      user,
      this.#clock.now(),
    );
    return count ?? 0;
  }

  endAll(user: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from script_tokens where user = ?', user);
    });
  }
}
