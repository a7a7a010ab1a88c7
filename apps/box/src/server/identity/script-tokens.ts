import type { ScriptToken, TokenVerb } from '@boxwood/box-sdk';
import { MAX_TOKENS } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Row } from '../../store/row-columns.ts';
import { number, text, textOrNull } from '../../store/row-columns.ts';
import { type FileStamp, isSameInode, stampOf } from '../../storage/journal/file-stamp.ts';
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

/** A token to create. */
export interface NewScriptToken extends Pick<ScriptToken, 'name' | 'path'> {
  readonly verb: TokenVerb;
  readonly days: number;
  /** Identifies the folder at `path`; null binds the token to the path. */
  readonly folder: FileStamp | null;
}

/** Owner and scope of a script token. */
export interface ScriptHolder {
  readonly user: string;
  readonly scope: TokenScope;
}

const verbOf = (row: Row): TokenVerb => (text(row, 'verb') === 'write' ? 'write' : 'read');

const scopeOf = (row: Row): TokenScope => {
  const scope = { verb: verbOf(row), path: text(row, 'path') };
  const ino = textOrNull(row, 'ino');
  const born = textOrNull(row, 'born');
  if (ino === null) return scope;
  const folder: FileStamp = {
    dev: text(row, 'dev'),
    ino,
    folder: true,
    size: 0,
    mtime: '0',
    ...(born === null ? {} : { born }),
  };
  return { ...scope, isFolder: (stat) => isSameInode(stampOf(stat), folder) };
};

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
    { name, verb, path, days, folder }: NewScriptToken,
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
        `insert into script_tokens (hash, id, user, name, verb, path, made, ends, used, dev, ino, born)
         values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
        digest(token),
        id,
        user,
        name,
        verb,
        path,
        now,
        now + days * DAY_MS,
        folder?.dev ?? null,
        folder?.ino ?? null,
        folder?.born ?? null,
      );
    });
    return { id, token };
  }

  /** The holder of the token with this digest; undefined if it is unknown or has ended. */
  verify(hash: string): ScriptHolder | undefined {
    const found = this.#database.get(
      (row) => ({
        user: text(row, 'user'),
        scope: scopeOf(row),
        ends: number(row, 'ends'),
        used: number(row, 'used'),
      }),
      'select user, verb, path, ends, used, dev, ino, born from script_tokens where hash = ?',
      hash,
    );
    const now = this.#clock.now();
    if (found === undefined || found.ends <= now) return undefined;
    if (found.used < now - TOUCH_INTERVAL_MS)
      this.#database.run('update script_tokens set used = ? where hash = ?', now, hash);
    return { user: found.user, scope: found.scope };
  }

  /** Whether the token with this digest has not ended. Does not count as a use. */
  isValid(hash: string): boolean {
    const ends = this.#database.get(
      (row) => number(row, 'ends'),
      'select ends from script_tokens where hash = ?',
      hash,
    );
    return ends !== undefined && ends > this.#clock.now();
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

  /** Valid tokens that are bound to their path only. */
  unbound(): readonly { readonly hash: string; readonly user: string; readonly path: string }[] {
    return this.#database.all(
      (row) => ({ hash: text(row, 'hash'), user: text(row, 'user'), path: text(row, 'path') }),
      'select hash, user, path from script_tokens where ino is null and ends > ?',
      this.#clock.now(),
    );
  }

  bind(hash: string, { dev, ino, born }: FileStamp): void {
    this.#database.run(
      'update script_tokens set dev = ?, ino = ?, born = ? where hash = ?',
      dev,
      ino,
      born ?? null,
      hash,
    );
  }

  /** Updates the paths of tokens at or below `from` after a move to `to`. Both are {@link Location.key}s. */
  updatePaths(from: string, to: string): void {
    for (const { hash, path } of this.#tokensBelow(from))
      this.#database.run('update script_tokens set path = ? where hash = ?', `${to}${path.slice(from.length)}`, hash);
  }

  /** Ends the valid tokens at or below `key` after the folder was deleted permanently. @returns their digests */
  endBelow(key: string): readonly string[] {
    const now = this.#clock.now();
    const ended = this.#tokensBelow(key).filter(({ ends }) => ends > now);
    if (ended.length > 0)
      this.#database.durable(() => {
        for (const { hash } of ended) this.#database.run('update script_tokens set ends = ? where hash = ?', now, hash);
      });
    return ended.map(({ hash }) => hash);
  }

  /** The character after `/` is `0`, so the range contains exactly the paths below the key. */
  #tokensBelow(key: string) {
    return this.#database.all(
      (row) => ({ hash: text(row, 'hash'), path: text(row, 'path'), ends: number(row, 'ends') }),
      'select hash, path, ends from script_tokens where path = ? or (path > ? and path < ?)',
      key,
      `${key}/`,
      `${key}0`,
    );
  }

  endAll(user: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from script_tokens where user = ?', user);
    });
  }
}
