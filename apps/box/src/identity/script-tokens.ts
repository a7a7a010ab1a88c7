import type { ScriptToken, TokenVerb } from '@boxwood/box-sdk';
import { MAX_TOKENS } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import type { Row } from '../store/rows.ts';
import { number, text } from '../store/rows.ts';
import { GEN, Refusal } from '../vault/index.ts';
import type { Scope } from '../vault/index.ts';
import { digest, newSecret } from './secrets.ts';

/** Uses closer together than this are not written down. */
const TOUCH_MS = 60_000;
/** Ended tokens are listed for so long, so that their maker sees what ended. */
const SHOWN_MS = 31 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const ID_LENGTH = 12;
/** Of a token that has ended: there is nothing at this path, and no volume that it could be in. */
const NOWHERE: Scope = { verb: 'read', path: '/ended' };

/** Whose token it is and what it may do. */
export interface ScriptHolder {
  readonly user: string;
  readonly scope: Scope;
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

/** Tokens that people make for scripts: a name, a verb, a folder, an end. Only their digest is stored, and no wrong password touches them. */
export class ScriptTokens {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  list(user: string): readonly ScriptToken[] {
    return this.#database.all(
      toListed,
      'select * from script_tokens where user = ? and ends > ? order by made desc, id limit ?',
      user,
      this.#clock.now() - SHOWN_MS,
      MAX_TOKENS,
    );
  }

  /** @throws Refusal 2 when the user has too many */
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
      this.#database.run('delete from script_tokens where ends <= ?', now - SHOWN_MS);
      if (this.list(user).length >= MAX_TOKENS) throw new Refusal(GEN.busy, 'tokens');
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

  /** Whose token has this digest, undefined when it is none or has ended. */
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
    if (found.used < now - TOUCH_MS) this.#database.run('update script_tokens set used = ? where hash = ?', now, hash);
    return { user: found.user, scope: found.scope };
  }

  /**
   * What a session may do that may be one of a token: addresses of files and uploads outlive the call that made them, and must not become
   * anybody's whose token has ended. Undefined for a session of somebody who is here themselves.
   */
  scopeIn(hash: string): Scope | undefined {
    const isToken = this.#database.get((row) => text(row, 'id'), 'select id from script_tokens where hash = ?', hash);
    return isToken === undefined ? undefined : (this.verify(hash)?.scope ?? NOWHERE);
  }

  /** The digest of a user's token, by which what it opened is ended; undefined when they have none of that id. */
  revoke(user: string, id: string): string | undefined {
    const now = this.#clock.now();
    const hash = this.#database.get(
      (row) => text(row, 'hash'),
      'select hash from script_tokens where user = ? and id = ? and ends > ?',
      user,
      id,
      now,
    );
    // It is remembered like one that ended by itself.
    if (hash !== undefined)
      this.#database.durable(() => {
        this.#database.run('update script_tokens set ends = ? where hash = ?', now, hash);
      });
    return hash;
  }

  endAll(user: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from script_tokens where user = ?', user);
    });
  }
}
