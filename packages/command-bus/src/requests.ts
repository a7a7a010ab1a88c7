/** From a request to the command it means and that command's parameters, or to what is wrong with it (G-01, G-04, G-27). */
import { decode, isRecord, parseJson, str, struct } from './codecs/index.ts';
import { ANSWERS } from './answers.ts';
import type { CommandSpec } from './command.ts';
import type { Either } from './either.ts';
import { left, right } from './either.ts';
import type { Identity } from './envelope.ts';
import { ENVELOPE_VERSION, nobody, refusalOf } from './envelope.ts';
import type { Endpoint } from './routes.ts';

/**
 * One HTTP request, whatever server it came through. Header names are lower case; `form` is a parsed multipart body. A body that comes as bytes
 * is refused as no JSON where they are no UTF-8 (RFC 8259): read with replacements, it would name another file than was meant.
 */
export interface RouterRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | Uint8Array;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly remote: string;
  /** Aborted when the caller is gone before the answer; made when a handler asks for it. Absent where nobody knows. */
  readonly gone?: () => AbortSignal;
}
/** What can be wrong with a request before its command looks at it; a session that is not the caller's own has one number everywhere (G-03). */
export type Trouble = 'badParameter' | 'version' | 'notJson' | 'session';

/** A request that was understood. */
export interface Parsed {
  readonly command: CommandSpec;
  readonly wireParams: unknown;
  /** The member `more` of the envelope. */
  readonly more?: unknown;
  readonly identity: Identity;
}

/** A request that was not. */
export interface Refused {
  /** The commands it may have meant: one when its word was read, else every command of the endpoint. */
  readonly meant: readonly CommandSpec[];
  readonly trouble: Trouble;
  readonly info?: string;
}

/**
 * The body of such a no. Who asked reads only the form of the command that was meant; where that is not known the no is said in every form
 * that the endpoint has, each with the number of its family (`POST /` answers with `error` and with `errno`).
 */
export const encodeRefused = ({ meant, trouble, info }: Refused): string => {
  const forms = new Map(meant.toReversed().map(({ reply, errors }) => [reply, errors]));
  const said = [...forms].map(([reply, family]) => refusalOf(reply, ANSWERS[family][trouble], info, {}));
  return JSON.stringify(Object.fromEntries(said.flatMap((one) => Object.entries(one))));
};

const identityFields = struct({ username: str, token: str });

const accountIdentity = (request: RouterRequest, body: unknown): Identity => {
  const pick = (name: string) => {
    const inBody = isRecord(body) ? body[name] : undefined;
    return request.headers[name.toLowerCase()] ?? request.query.get(name) ?? (typeof inBody === 'string' ? inBody : '');
  };
  return { username: pick('userName'), token: pick('token') };
};

const parseEnvelope = (endpoint: Endpoint, body: unknown): Either<Refused, Parsed> => {
  const cmd = isRecord(body) ? (body['cmd'] ?? '') : undefined;
  const command = typeof cmd === 'string' ? (endpoint.only ?? endpoint.byCmd.get(cmd)) : undefined;
  const refuse = (trouble: Trouble, info?: string): Either<Refused, never> =>
    left({ meant: command === undefined ? endpoint.all : [command], trouble, ...(info === undefined ? {} : { info }) });
  if (!isRecord(body)) return refuse('badParameter', 'envelope');
  if (body['version'] !== ENVELOPE_VERSION) return refuse('version');
  if (command === undefined) return refuse('badParameter', 'cmd');
  if ('params' in body === 'jsonparam' in body) return refuse('badParameter', 'params');
  const who = decode(identityFields, body);
  const identity = who._tag === 'Right' ? { username: who.right.username, token: who.right.token } : nobody;
  if (command.form !== 'jsonparam')
    return 'params' in body
      ? right({ command, wireParams: body['params'], more: body['more'], identity })
      : refuse('badParameter', 'params');
  const inner = body['jsonparam'];
  if (typeof inner !== 'string') return refuse('badParameter', 'jsonparam');
  const parsed = parseJson(inner);
  return parsed._tag === 'Left' ? refuse('notJson') : right({ command, wireParams: parsed.right, identity });
};

/** A mark at the beginning stays, and is no JSON either. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const sourceOf = (body: string | Uint8Array): string | undefined => {
  if (typeof body === 'string') return body;
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
};

/** A form cannot say whether a field is one value or a list of one; the command's codec knows what it wants. */
const formParams = (command: CommandSpec, form: Readonly<Record<string, unknown>>): unknown => {
  if (decode<unknown, unknown>(command.params, form)._tag === 'Right') return form;
  const alone = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, alone(value)]));
};

/** Reads a request that came to an endpoint. Identity is what the request claims; nothing is verified. */
export const parseRequest = (
  endpoint: Endpoint,
  captured: Readonly<Record<string, string>>,
  request: RouterRequest,
): Either<Refused, Parsed> => {
  const [first] = endpoint.all;
  if (first.form === 'query') {
    const { method, ...rest } = Object.fromEntries(request.query);
    const command = endpoint.only ?? endpoint.byCmd.get(method ?? '');
    if (command === undefined) return left({ meant: endpoint.all, trouble: 'badParameter', info: 'method' });
    const query = command.cmd === null && method !== undefined ? { method, ...rest } : rest;
    return right({ command, wireParams: { ...query, ...captured }, identity: accountIdentity(request, undefined) });
  }
  if (first.form === 'multipart')
    return right({
      command: first,
      wireParams: formParams(first, request.form ?? {}),
      identity: accountIdentity(request, request.form),
    });
  const source = sourceOf(request.body);
  if (source === undefined) return left({ meant: endpoint.all, trouble: 'notJson' });
  const body = parseJson(source);
  if (body._tag === 'Left') return left({ meant: endpoint.all, trouble: 'notJson' });
  if (first.form === 'body')
    return right({ command: first, wireParams: body.right, identity: accountIdentity(request, body.right) });
  const parsed = parseEnvelope(endpoint, body.right);
  if (parsed._tag === 'Left') return parsed;
  const { token, ...inPath } = captured;
  const { command, wireParams, identity } = parsed.right;
  // The path token must be the caller's own (G-04).
  if (token !== undefined && token !== identity.token) return left({ meant: [command], trouble: 'session' });
  return Object.keys(inPath).length === 0 || !isRecord(wireParams)
    ? parsed
    : right({ ...parsed.right, wireParams: { ...wireParams, ...inPath } });
};
