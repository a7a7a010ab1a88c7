/**
 * The wire forms of requests and replies (specification, section 7), known to no other module. A box call is a JSON
 * envelope with username, token, command and `params` or the text `jsonparam`. A call of the account service is named
 * by its path and has device type, user name and token wherever the client puts them.
 */
import { isFields } from './command-call.ts';
import type { CommandCall, Fields } from './command-call.ts';
import { GENERIC, Refusal } from './simulator-refusal.ts';
import type { ReplyForm } from './command-table.ts';

/** An HTTP request with its body. */
export interface HttpRequestParts {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A parsed request, before its token is checked. */
export type ParsedRequest = Pick<CommandCall, 'endpoint' | 'command' | 'params' | 'token'>;

const JSON_RPC = '/port_6800/jsonrpc';

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(GENERIC.noJson);
  }
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const listOrFields = (value: unknown): readonly unknown[] | Fields =>
  Array.isArray(value) ? value : isFields(value) ? value : {};

/** The fields of a multipart form (RFC 7578) as text; files are not interpreted. */
const formOf = (type: string, body: Uint8Array): Fields => {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1] ?? '';
  const parts = Buffer.from(body).toString('latin1').split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => [
      /name="([^"]*)"/.exec(part)?.[1] ?? '',
      Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4, -2), 'latin1').toString(),
    ]),
  );
};

const parseEnvelope = (endpoint: string, body: Fields): ParsedRequest => ({
  endpoint,
  command: textOf(body['cmd']),
  params: listOrFields('jsonparam' in body ? jsonOf(textOf(body['jsonparam'])) : body['params']),
  token: textOf(body['token']),
});

const parseRpc = (body: Fields): ParsedRequest => {
  const [secret, ...params] = Array.isArray(body['params']) ? (body['params'] as readonly unknown[]) : [];
  return {
    endpoint: JSON_RPC,
    command: textOf(body['method']),
    params,
    token: textOf(secret).replace(/^token:/, ''),
  };
};

const parseByPath = ({ method, url, headers, body }: HttpRequestParts): ParsedRequest => {
  const query = Object.fromEntries(url.searchParams);
  const type = headers['content-type'] ?? '';
  const text = new TextDecoder().decode(body);
  const content = type.startsWith('multipart/form-data')
    ? formOf(type, body)
    : text === ''
      ? {}
      : listOrFields(jsonOf(text));
  const params = { ...query, ...(isFields(content) ? content : {}) };
  const token = headers['token'] ?? textOf(params['token']);
  return { endpoint: `${method} ${url.pathname}`, command: textOf(query['method']), params, token };
};

/** Whether the path is one segment that is not an endpoint: then it is the caller's token. */
const isToken = (path: string, known: ReadonlySet<string>): boolean => /^\/[^/]+$/.test(path) && !known.has(path);

/** Parses a request; throws a {@link Refusal} when it is invalid. `known` are the endpoints of the table. */
export const readRequest = (request: HttpRequestParts, known: ReadonlySet<string>): ParsedRequest => {
  const { method, url, body } = request;
  const path = url.pathname;
  if (method !== 'POST' || known.has(`POST ${path}`)) return parseByPath(request);
  const content = jsonOf(new TextDecoder().decode(body));
  if (!isFields(content)) throw new Refusal(GENERIC.noJson);
  if (path === JSON_RPC) return parseRpc(content);
  if (!('cmd' in content)) return parseByPath(request);
  if (!isToken(path, known)) return parseEnvelope(path, content);
  const parsed = parseEnvelope('/{token}', content);
  // The token in the path identifies the caller.
  return { ...parsed, token: decodeURIComponent(path.slice(1)) };
};

/** Unspecified members in every reply, which clients must ignore. */
const UNSPECIFIED_FIELDS = { x_trace: null, cost_ms: '3' };

/** The body of a successful reply. */
export const writeSuccess = (form: ReplyForm, answer: Fields | readonly unknown[]): Fields => {
  const fields: Fields = isFields(answer) ? answer : { list: answer };
  switch (form) {
    case 'error':
      return { error: 0, ...UNSPECIFIED_FIELDS, ...fields };
    case 'data':
      // A handler without a result omits `data` as well.
      return {
        code: 200,
        ...UNSPECIFIED_FIELDS,
        ...(isFields(answer) && Object.keys(answer).length === 0 ? {} : { data: answer }),
      };
    case 'top':
      return { code: 200, ...UNSPECIFIED_FIELDS, ...fields };
    case 'errno':
      return { errno: 0, ...UNSPECIFIED_FIELDS, ...fields };
    case 'rpc':
      return { jsonrpc: '2.0', id: '1', result: 'result' in fields ? fields['result'] : answer };
  }
};

/** The body of a refusal. */
export const writeRefusal = (form: ReplyForm, { code, fields }: Refusal): Fields => {
  switch (form) {
    case 'error':
      return { ...fields, error: code };
    case 'data':
    case 'top':
      return { ...fields, code };
    case 'errno':
      return { ...fields, errno: code };
    case 'rpc':
      return { jsonrpc: '2.0', id: '1', error: { code, message: 'refused' } };
  }
};

/** Adds an unreadable entry to every list. */
export const breakEntries = (value: unknown): unknown => {
  if (Array.isArray(value)) return [{ n: {}, id: [], odd: true }, ...value.map(breakEntries)];
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, breakEntries(one)]));
};
