import { AddToken, ListTokens, RevokeToken, type ScriptToken } from '@boxwood/box-sdk';
import { type Client } from '@boxwood/command-bus';
import type { DomainClock } from './time/domain-clock.ts';
import { execute, startNow, mapRight, type Outcome, type LazyResult } from './outcome.ts';

/** A script token of this user. */
export interface ScriptTokenInfo {
  readonly id: string;
  /** Name given by its creator. */
  readonly name: string;
  /** Whether it may write in its folder, or only read. */
  readonly writes: boolean;
  /** The folder it is valid for, including subfolders. */
  readonly path: string;
  /** Expiry, in epoch seconds. */
  readonly until: number;
  /** Whether it has expired, by the clock of this device. */
  readonly ended: boolean;
  /** Time of the last use in epoch seconds; null: never. */
  readonly used: number | null;
}

/** A token to create, valid for a number of days. */
export interface ScriptTokenInput extends Pick<ScriptTokenInfo, 'name' | 'writes' | 'path'> {
  readonly days: number;
}

/** Tokens for scripts: each may read, or also write, in one folder until a day, and nothing else. */
export interface ScriptTokens {
  /** Valid and recently expired tokens, newest first. */
  list(): LazyResult<readonly ScriptTokenInfo[]>;
  /** Creates a token. Yields its secret, which is not shown again. */
  make(input: ScriptTokenInput): Outcome<string>;
  /** Revokes a token at once. */
  end(id: string): Outcome<null>;
}

const tokenOf = ({ id, name, verb, path, etime, used }: ScriptToken, now: number): ScriptTokenInfo => ({
  id,
  name,
  path,
  writes: verb === 'write',
  until: etime,
  ended: etime * 1000 <= now,
  used: used === 0 ? null : used,
});

/** {@link ScriptTokens} implemented by a box client. */
export const boxScriptTokens = (box: Pick<Client, 'exec'>, clock: DomainClock): ScriptTokens => ({
  list: () =>
    execute(box, ListTokens, {}).pipe(mapRight(({ list }) => list.map((token) => tokenOf(token, clock.now())))),
  make: ({ name, writes, path, days }) =>
    startNow(
      execute(box, AddToken, { name, verb: writes ? 'write' : 'read', path, days }).pipe(
        mapRight(({ token }) => token),
      ),
    ),
  end: (id) => startNow(execute(box, RevokeToken, { id }).pipe(mapRight(() => null))),
});
