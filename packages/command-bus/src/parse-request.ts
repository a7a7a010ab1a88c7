/** Parses a request into its command and parameters, or into the reason why it is invalid (G-01, G-04, G-27). */
import { decode, isRecord, parseJson, str, struct } from './codecs/index.ts';
import { STANDARD_REFUSALS } from './standard-refusals.ts';
import type { CommandSpec } from './command.ts';
import type { Either } from './either.ts';
import { left, right } from './either.ts';
import type { Identity } from './envelope.ts';
import { ENVELOPE_VERSION, nobody, refusalFields } from './envelope.ts';
import type { Endpoint } from './route-table.ts';

/**
 * One HTTP request, independent of the HTTP server. Header names are lower case; `form` is a parsed multipart body. A
 * body given as bytes is rejected as invalid JSON when it is not valid UTF-8 (RFC 8259): decoded with replacement
 * characters, it could name another file than was meant.
 */
export interface RouterRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | Uint8Array;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly remote: string;
  /**
   * Returns a signal that aborts when the caller disconnects before the reply; created when a handler needs it. Absent
   * when the server cannot detect that.
   */
  readonly disconnectSignal?: () => AbortSignal;
}
/**
 * What can be wrong with a request before its command is called. A session that does not belong to the caller has the
 * same number everywhere (G-03).
 */
export type RequestFault = 'badParameter' | 'version' | 'notJson' | 'session';

/** A valid request. */
export interface ParsedRequest {
  readonly command: CommandSpec;
  readonly wireParams: unknown;
  /** The member `more` of the envelope. */
  readonly more?: unknown;
  readonly identity: Identity;
}

/** An invalid request. */
export interface RejectedRequest {
  /**
   * The commands that may have been meant: one when the command word was read, otherwise every command of the endpoint.
   */
  readonly candidates: readonly CommandSpec[];
  readonly fault: RequestFault;
  readonly info?: string;
}

/**
 * The body of such a refusal. The caller reads only the reply form of the command it meant. When that command is
 * unknown, the body has the fields of every reply form of the endpoint, each with the code of its family (`POST /`
 * answers with `error` and with `errno`).
 */
export const encodeRejection = ({ candidates, fault, info }: RejectedRequest): string => {
  const forms = new Map(candidates.toReversed().map(({ reply, errors }) => [reply, errors]));
  const bodies = [...forms].map(([reply, family]) => refusalFields(reply, STANDARD_REFUSALS[family][fault], info, {}));
  return JSON.stringify(Object.fromEntries(bodies.flatMap((one) => Object.entries(one))));
};

const identityFields = struct({ username: str, token: str });

const accountIdentity = (request: RouterRequest, body: unknown): Identity => {
  const pick = (name: string) => {
    const inBody = isRecord(body) ? body[name] : undefined;
    return request.headers[name.toLowerCase()] ?? request.query.get(name) ?? (typeof inBody === 'string' ? inBody : '');
  };
  return { username: pick('userName'), token: pick('token') };
};

const parseEnvelope = (endpoint: Endpoint, body: unknown): Either<RejectedRequest, ParsedRequest> => {
  const cmd = isRecord(body) ? (body['cmd'] ?? '') : undefined;
  const command = typeof cmd === 'string' ? (endpoint.only ?? endpoint.byCmd.get(cmd)) : undefined;
  const reject = (fault: RequestFault, info?: string): Either<RejectedRequest, never> =>
    left({
      candidates: command === undefined ? endpoint.all : [command],
      fault,
      ...(info === undefined ? {} : { info }),
    });
  if (!isRecord(body)) return reject('badParameter', 'envelope');
  if (body['version'] !== ENVELOPE_VERSION) return reject('version');
  if (command === undefined) return reject('badParameter', 'cmd');
  if ('params' in body === 'jsonparam' in body) return reject('badParameter', 'params');
  const who = decode(identityFields, body);
  const identity = who._tag === 'Right' ? { username: who.right.username, token: who.right.token } : nobody;
  if (command.form !== 'jsonparam')
    return 'params' in body
      ? right({ command, wireParams: body['params'], more: body['more'], identity })
      : reject('badParameter', 'params');
  const inner = body['jsonparam'];
  if (typeof inner !== 'string') return reject('badParameter', 'jsonparam');
  const parsed = parseJson(inner);
  return parsed._tag === 'Left' ? reject('notJson') : right({ command, wireParams: parsed.right, identity });
};

/** Keeps a byte order mark, which is invalid in JSON as well. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeBody = (body: string | Uint8Array): string | undefined => {
  if (typeof body === 'string') return body;
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
};

/** A form cannot distinguish a single value from a list of one; the codec of the command decides. */
const formParams = (command: CommandSpec, form: Readonly<Record<string, unknown>>): unknown => {
  if (decode<unknown, unknown>(command.params, form)._tag === 'Right') return form;
  const unwrapSingle = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, unwrapSingle(value)]));
};

/** Parses a request for an endpoint. The identity is what the request claims; nothing is verified here. */
export const parseRequest = (
  endpoint: Endpoint,
  captured: Readonly<Record<string, string>>,
  request: RouterRequest,
): Either<RejectedRequest, ParsedRequest> => {
  const [first] = endpoint.all;
  if (first.form === 'query') {
    const { method, ...rest } = Object.fromEntries(request.query);
    const command = endpoint.only ?? endpoint.byCmd.get(method ?? '');
    if (command === undefined) return left({ candidates: endpoint.all, fault: 'badParameter', info: 'method' });
    const query = command.cmd === null && method !== undefined ? { method, ...rest } : rest;
    return right({ command, wireParams: { ...query, ...captured }, identity: accountIdentity(request, undefined) });
  }
  if (first.form === 'multipart')
    return right({
      command: first,
      wireParams: formParams(first, request.form ?? {}),
      identity: accountIdentity(request, request.form),
    });
  const source = decodeBody(request.body);
  if (source === undefined) return left({ candidates: endpoint.all, fault: 'notJson' });
  const body = parseJson(source);
  if (body._tag === 'Left') return left({ candidates: endpoint.all, fault: 'notJson' });
  if (first.form === 'body')
    return right({ command: first, wireParams: body.right, identity: accountIdentity(request, body.right) });
  const parsed = parseEnvelope(endpoint, body.right);
  if (parsed._tag === 'Left') return parsed;
  const { token, ...pathParams } = captured;
  const { command, wireParams, identity } = parsed.right;
  // The path token must be the caller's own (G-04).
  if (token !== undefined && token !== identity.token) return left({ candidates: [command], fault: 'session' });
  return Object.keys(pathParams).length === 0 || !isRecord(wireParams)
    ? parsed
    : right({ ...parsed.right, wireParams: { ...wireParams, ...pathParams } });
};
