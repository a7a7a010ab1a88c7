import { intBetween, intText, list, noArguments, positional, str, struct, wirePath } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { EntryId, TypedName } from '../request-limits.ts';
import { MAX_TOKENS, ScriptToken, TokenVerb } from './token-model.ts';

/**
 * Lists the caller's tokens for scripts, newest first, including those that expired within the last month.
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
    /** Newest first. */
    list: list(ScriptToken, MAX_TOKENS),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Creates a token for a script: it may only read, or read and write, below `path` for `days` days. The token is
 * returned only once, in this response.
 *
 * `POST /eshell` `TOKENADD [name, verb, path, days]` (not in the product specification). Refusals: 2 the limit of 100
 * is reached, 3 failed, 5 unsafe path, 13 no permission there, 15 no such path.
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
    /** Lifetime in days. */
    days: intText(intBetween(1, 3660)),
  }),
  result: struct({
    /** Id of the token, used in other calls. */
    id: str,
    /** The token for `connect`, returned only once. */
    token: str,
  }),
  refusals: [2, 3, 5, 15],
  access: 'user',
  idempotent: false,
  paths: { path: 'read' },
});

/**
 * Revokes a script token immediately, with the file addresses created with it and the transfers that use them.
 *
 * `POST /eshell` `TOKENDEL [id]` (not in the product specification). Refusals: 3 failed, 15 no such token.
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
