import { intBetween, intText, list, noArguments, positional, str, struct, wirePath } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define.ts';
import { EntryId, TypedName } from '../limits.ts';
import { MAX_TOKENS, ScriptToken, TokenVerb } from './model.ts';

/**
 * Lists the caller's tokens for scripts, the newest first, also those that have ended within the last month.
 *
 * `POST /eshell` `TOKENLIST []` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListTokens, {});
 * ```
 */
export const ListTokens = shellCommand({
  name: 'ListTokens',
  cmd: 'TOKENLIST',
  params: noArguments,
  result: struct({
    /** The newest first. */
    list: list(ScriptToken, MAX_TOKENS),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Makes a token for a script: it reads, or writes as well, below `path`, for `days` days, and can do nothing else. The answer is the only
 * time that it is said.
 *
 * `POST /eshell` `TOKENADD [name, verb, path, days]` (not in the product specification). Refusals: 2 there are 100 already, 3 failed,
 * 5 unsafe path, 13 no privilege there, 15 no such place.
 *
 * @example
 * ```ts
 * const { token } = await box.send(AddToken, { name: 'nightly copy', verb: 'read', path: '/mnt/usb1/ann/Photos', days: 90 });
 * ```
 */
export const AddToken = shellCommand({
  name: 'AddToken',
  cmd: 'TOKENADD',
  params: positional({
    name: TypedName,
    verb: TokenVerb,
    path: wirePath,
    /** Until it ends. */
    days: intText(intBetween(1, 3660)),
  }),
  result: struct({
    /** Names the token in other calls. */
    id: str,
    /** Said this once; what a script gives to `connect`. */
    token: str,
  }),
  refusals: [2, 3, 5, 15],
  access: 'user',
  idempotent: false,
  paths: { path: 'read' },
});

/**
 * Ends a token of a script at once, with the file addresses that it made and whatever runs by them.
 *
 * `POST /eshell` `TOKENDEL [id]` (not in the product specification). Refusals: 3 failed, 15 there is none.
 *
 * @example
 * ```ts
 * await box.send(RevokeToken, { id: 'k3Vd02' });
 * ```
 */
export const RevokeToken = shellCommand({
  name: 'RevokeToken',
  cmd: 'TOKENDEL',
  params: positional({ id: EntryId }),
  result: struct({}),
  refusals: [3, 15],
  access: 'user',
  idempotent: false,
});
