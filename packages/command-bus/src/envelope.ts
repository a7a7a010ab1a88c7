/**
 * The wire form of commands, in both directions (G-01, G-02, G-04, G-27). No other module knows whether parameters are
 * positional, JSON inside JSON, a query or a form, or which number means success.
 */
import { GEN } from './error-codes.ts';
import type { Codec } from './codecs/index.ts';
import { decodeLeniently, explain, int, isRecord, parseJson } from './codecs/index.ts';
import type { CommandSpec, ParamsOf, ReplyForm, ResultOf } from './command.ts';
import type { Either } from './either.ts';
import { left, right } from './either.ts';
import type { BoxError } from './box-error.ts';
import { malformed } from './box-error.ts';
import type { WireBody, WireRequest } from './transport.ts';

/**
 * The caller's identity. For the box, the token is the box token if there is one, otherwise the account token (G-05).
 */
export interface Identity {
  readonly username: string;
  readonly token: string;
}
export const nobody: Identity = { username: '', token: '' };

/** The only envelope version (G-01). */
export const ENVELOPE_VERSION = 1;
/** The device type that every web client sends (CONST-70). */
export const DEVICE_TYPE = 'web';

export type EncodedRequest = Pick<WireRequest, 'method' | 'query' | 'headers' | 'body'> & { readonly path: string };

const JSON_TYPE = { 'content-type': 'application/json' };

/** Encoded parameters that are sent by name. */
export const recordOf = (u: unknown): Readonly<Record<string, unknown>> => (isRecord(u) ? u : {});

/** Inserts the token and parameters into the path; inserted parameters are not sent again elsewhere. */
const fillPath = (
  path: string,
  { token }: Identity,
  params: unknown,
): { readonly path: string; readonly params: unknown } => {
  if (!path.includes('{')) return { path, params };
  const rest = { ...recordOf(params) };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'token' ? token : rest[name];
    Reflect.deleteProperty(rest, name);
    return encodeURIComponent(String(value));
  });
  return { path: filled, params: rest };
};

/** Encodes a call. Parameters that do not fit their codec are never sent. Never throws. */
export const encodeRequest = <C extends CommandSpec>(
  command: C,
  params: ParamsOf<C>,
  identity: Identity,
): Either<BoxError, EncodedRequest> => {
  try {
    if (!command.params.is(params)) return malformed('params', explain(command.params, params));
    const { more } = recordOf(params);
    if (command.more !== undefined && more !== undefined && !command.more.is(more))
      return malformed('params', explain(command.more, more));
    return right(encodeValidCall(command, params, identity));
  } catch {
    // A field that the codec does not know may still be one that JSON cannot write (a bigint, a cycle, a throwing
    // getter).
    return malformed('params', ['cannot be read']);
  }
};

const encodeValidCall = (command: CommandSpec, validParams: unknown, identity: Identity): EncodedRequest => {
  const { path, params } = fillPath(command.path, identity, command.params.encode(validParams));
  const request = (query: Readonly<Record<string, string>>, body: WireBody, headers = {}): EncodedRequest => ({
    method: command.method,
    path,
    query,
    headers,
    body,
  });
  const envelope = (who: object, content: object) =>
    request({}, JSON.stringify({ version: ENVELOPE_VERSION, ...who, cmd: command.cmd ?? '', ...content }), JSON_TYPE);
  const { username, token } = identity;
  const who = { devtype: DEVICE_TYPE, ...(command.access === 'public' ? {} : { userName: username, token }) };
  switch (command.form) {
    case 'positional':
    case 'object': {
      const { more } = recordOf(validParams);
      const encodedMore: unknown = more === undefined ? undefined : command.more?.encode(more);
      return envelope(identity, { params, ...(encodedMore === undefined ? {} : { more: encodedMore }) });
    }
    case 'jsonparam':
      return envelope(identity, { jsonparam: JSON.stringify(params) });
    case 'anonymous':
      return envelope({}, { params });
    case 'body':
      return request({}, JSON.stringify(params), { ...JSON_TYPE, ...who });
    case 'query':
      return request(queryOf({ method: command.cmd ?? undefined, ...recordOf(params) }), null, who);
    case 'multipart':
      return request({}, command.writeForm?.(recordOf(params)) ?? null, who);
  }
};

/** Query values; absent ones are left out. */
export const queryOf = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([k, v]) =>
      v === undefined ? [] : [[k, typeof v === 'string' ? v : JSON.stringify(v)]],
    ),
  );

/**
 * For each reply form: the field of the status code, the field of the message, and the codes that mean success (G-02,
 * G-27).
 */
const REPLY_STATUS_FIELDS: Readonly<Record<ReplyForm, readonly [number: string, words: string, ...yes: number[]]>> = {
  error: ['error', 'info', 0, 1],
  code: ['code', 'msg', 200],
  codeTop: ['code', 'msg', 200],
  errno: ['errno', '', 0],
  jsonrpc: ['code', 'message'],
};

/** A decoded reply; `unread` values could not be read and are left out. */
export type DecodedReply<A> = Either<BoxError, A> & { readonly unread?: number };

/** Decodes the payload of a reply; `source` as in {@link decodeLeniently}. */
export const decodeResult = <A, O>(codec: Codec<A, O>, value: unknown, source?: string): DecodedReply<A> => {
  const { result, unread } = decodeLeniently(codec, value, source);
  if (result._tag === 'Left') return malformed('result', result.left);
  return unread === 0 ? result : { ...result, unread };
};

/** Decodes the text of an HTTP 200. */
export const decodeReply = <C extends CommandSpec>(command: C, source: string): DecodedReply<ResultOf<C>> => {
  const parsed = parseJson(source);
  if (parsed._tag === 'Left') return malformed('envelope', parsed.left);
  const body = parsed.right;
  if (!isRecord(body)) return malformed('envelope', ['no object']);
  const { reply, errors } = command;
  const [codeKey, infoKey, ...successCodes] = REPLY_STATUS_FIELDS[reply];
  const statusFields = reply === 'jsonrpc' ? (body['error'] ?? undefined) : body;
  if (statusFields === undefined) return decodeResult(command.result, body, source);
  const { [codeKey]: rawCode, [infoKey]: info } = recordOf(statusFields);
  // The session belongs to the box, whatever drive a call is about, so a refused session uses the box's reply form
  // (G-28).
  if (rawCode === undefined && reply === 'errno' && int.is(body['error']) && body['error'] !== 0)
    return left({ _tag: 'Refused', family: 'GEN', code: body['error'], fields: {} });
  // A lenient `true` is the integer 1, which means success, but `{"error": true}` does not.
  if (typeof rawCode === 'boolean') return malformed('envelope', [`${codeKey}: expected integer`]);
  const { result: decodedCode } = decodeLeniently(int, rawCode);
  if (decodedCode._tag === 'Left') return malformed('envelope', [`${codeKey}: expected integer`]);
  const code = decodedCode.right;
  // Where some of many items failed, the reply has code 3 but is a result (G-67).
  const isPartial = command.partial === true && code === GEN.failed && Array.isArray(body['failed']);
  if (successCodes.includes(code) || isPartial)
    return decodeResult(command.result, reply === 'code' ? (body['data'] ?? {}) : body, source);
  const { [codeKey]: _code, [infoKey]: _info, error: _error, ...fields } = body;
  return left({
    _tag: 'Refused',
    family: errors,
    code,
    // A successful reply may use the field `info` for data (B75); in a refusal it is the explanation.
    ...(typeof info === 'string' && info !== '' ? { info } : {}),
    fields,
  });
};

/** The body of a successful reply. */
export const encodeResult = <C extends CommandSpec>(command: C, value: ResultOf<C>): string => {
  const encoded: unknown = command.result.encode(value);
  const fields = isRecord(encoded) ? encoded : {};
  const failed = fields['failed'];
  switch (command.reply) {
    case 'error':
      return JSON.stringify({
        error: command.partial === true && Array.isArray(failed) && failed.length > 0 ? 3 : 0,
        ...fields,
      });
    case 'code':
      return JSON.stringify({ code: 200, data: encoded });
    case 'codeTop':
      return JSON.stringify({ code: 200, ...fields });
    case 'errno':
      return JSON.stringify({ errno: 0, ...fields });
    case 'jsonrpc':
      return JSON.stringify(encoded);
  }
};

/** The fields of a refusal. */
export const refusalFields = (
  reply: ReplyForm,
  code: number,
  info: string | undefined,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  switch (reply) {
    case 'error':
      return { ...fields, error: code, ...(info === undefined ? {} : { info }) };
    case 'code':
    case 'codeTop':
      return { ...fields, code, ...(info === undefined ? {} : { msg: info }) };
    case 'errno':
      return { ...fields, errno: code };
    case 'jsonrpc':
      return { jsonrpc: '2.0', id: null, ...fields, error: { code, message: info ?? 'refused' } };
  }
};

/** The body of a refusal. */
export const encodeRefusal = (...args: Parameters<typeof refusalFields>): string =>
  JSON.stringify(refusalFields(...args));
