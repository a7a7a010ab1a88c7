import { AddToken, ListTokens, RevokeToken, type ScriptToken } from '@boxwood/box-sdk';
import { type Client } from '@boxwood/command-bus';
import type { Clock } from '../time/clock.ts';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

/** A token that this person made for a script. */
export interface TokenOfScript {
  readonly id: string;
  /** What its maker called it. */
  readonly name: string;
  /** Whether it may write in its folder, or reads alone. */
  readonly writes: boolean;
  /** Where it is good, with all below. */
  readonly path: string;
  /** It ends then, epoch seconds. */
  readonly until: number;
  /** It has ended, by the clock of whoever looks. */
  readonly ended: boolean;
  /** Last used, epoch seconds; null never. */
  readonly used: number | null;
}

/** A token to be made, for so many days. */
export interface TokenWish extends Pick<TokenOfScript, 'name' | 'writes' | 'path'> {
  readonly days: number;
}

/** Tokens for scripts: each reads, or writes as well, in one folder until a day, and can do nothing else. */
export interface ScriptTokens {
  /** Those that are good and those that ended lately, the newest first. */
  list(): Question<readonly TokenOfScript[]>;
  /** Makes one. Yields the token itself, which is never told again. */
  make(wish: TokenWish): Outcome<string>;
  /** Ends one at once. */
  end(id: string): Outcome<null>;
}

const tokenOf = ({ id, name, verb, path, etime, used }: ScriptToken, now: number): TokenOfScript => ({
  ...{ id, name, path, writes: verb === 'write', until: etime, ended: etime * 1000 <= now },
  used: used === 0 ? null : used,
});

/** {@link ScriptTokens} over a client of the box. */
export const boxScriptTokens = (box: Pick<Client, 'exec'>, clock: Clock): ScriptTokens => ({
  list: () =>
    answer(box, ListTokens, {}).pipe(mapRight(({ list }) => list.map((token) => tokenOf(token, clock.now())))),
  make: ({ name, writes, path, days }) =>
    begin(
      answer(box, AddToken, { name, verb: writes ? 'write' : 'read', path, days }).pipe(mapRight(({ token }) => token)),
    ),
  end: (id) => begin(answer(box, RevokeToken, { id }).pipe(mapRight(() => null))),
});
