import type { AnyCodec, TypeOf } from './codecs/index.ts';
import type { STANDARD_REFUSALS } from './standard-refusals.ts';
import type { CallFamily } from './error-codes.ts';

/** The box models of the product (PROD-20). */
export type BoxModel = 'N2' | 'N3' | 'G2';

/**
 * How parameters are sent (G-01, G-27):
 * - `positional`: box envelope, `params` is a list of strings (`/eshell`, `/filetrans`);
 * - `jsonparam`: box envelope, `jsonparam` is the JSON text of an object (`/fsnotify`);
 * - `object`: box envelope, `params` is an object;
 * - `anonymous`: box envelope without identity (a share visitor);
 * - `body`: the JSON body is the parameters, without an envelope;
 * - `query`: parameters in the query, no body; a command word is sent as the query value `method`;
 * - `multipart`: a form with files.
 */
export type ParamForm = 'positional' | 'jsonparam' | 'object' | 'anonymous' | 'body' | 'query' | 'multipart';

/**
 * How a reply reports success (G-02, G-27, G-74): `error` 0 or 1 next to the fields (box); `code` 200 with fields in
 * `data` (account); `codeTop` 200 with fields next to it (sign-in); `errno` 0 next to the fields (cloud drive);
 * `jsonrpc` without a member `error` (JSON-RPC 2.0), where the result codec reads the whole response object.
 */
export type ReplyForm = 'error' | 'code' | 'codeTop' | 'errno' | 'jsonrpc';

/** Who may call: anyone, a signed-in user, or an administrator of the box (section 6 of the product, G-65). */
export type Access = 'public' | 'user' | 'admin';

/** A file in a multipart form. */
export interface UploadFile {
  /** File name. */
  readonly name: string;
  /** Media type, such as `image/png`; the service checks the content as well. */
  readonly type: string;
  /** The content. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Everything that the client, the router, the documentation and authorisation need to know about one command. */
export interface CommandSpec {
  /** The name of the command in code, logs and fixtures: `ListFiles`. */
  readonly name: string;
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Endpoint. `{token}` stands for the caller's token; the values of other `{names}` come from the parameters. */
  readonly path: `/${string}`;
  /** The command word inside the envelope (or the query); null where the endpoint has only one call. */
  readonly cmd: string | null;
  readonly form: ParamForm;
  readonly reply: ReplyForm;
  readonly params: AnyCodec;
  /**
   * Optional extensions of commands whose parameters are fixed by the specification: the member `more` of the envelope,
   * which a box that does not know it ignores. A caller passes it as the parameter `more`.
   */
  readonly more?: AnyCodec;
  readonly result: AnyCodec;
  readonly errors: CallFamily;
  /**
   * The refusal codes beyond those that any call may return (`standard-refusals.ts`); a handler cannot refuse with any
   * other code.
   */
  readonly refusals: readonly number[];
  readonly access: Access;
  /** The client retries only idempotent commands. */
  readonly idempotent: boolean;
  /** Timeout of the client in milliseconds; 15,000 when absent (G-02). */
  readonly timeoutMs?: number;
  /** Parameters that are box paths, and the access the caller needs there. */
  readonly paths?: Readonly<Record<string, 'read' | 'write'>>;
  /** The box models that offer the command; all when absent. */
  readonly models?: readonly BoxModel[];
  /** Parameters that are never logged. */
  readonly secrets?: readonly string[];
  /**
   * The reply may be error 3 with a `failed` list: some items succeeded, so it is a result and not a refusal (G-67).
   */
  readonly partial?: true;
  /** Writes the body of a `multipart` command: {@link formBody}. */
  readonly writeForm?: (params: Readonly<Record<string, unknown>>) => FormData;
  /**
   * Rate-limit class. The server limits heavy commands more tightly. A waiting command is idle until something happens;
   * its handler limits how many there are.
   */
  readonly cost?: 'light' | 'heavy' | 'waiting';
}

export type ParamsOf<C extends CommandSpec> = TypeOf<C['params']> & MoreOf<C>;
type MoreOf<C extends CommandSpec> = C extends { readonly more: infer M extends AnyCodec }
  ? { readonly more?: TypeOf<M> }
  : unknown;
export type ResultOf<C extends CommandSpec> = TypeOf<C['result']>;
/**
 * The codes a command may refuse with: those that its declaration lists, and those that any call of its family may
 * return.
 */
export type RefusalOf<C extends CommandSpec> = C['refusals'][number] | AnyRefusal<C['errors']>;
type AnyRefusal<F extends CallFamily> = (typeof STANDARD_REFUSALS)[F][
  'busy' | 'badParameter' | 'service' | 'version' | 'notJson' | 'session' | 'noPrivilege'];

/** Declares a command. Literal types are preserved, so that the declaration alone types a client call. */
/* @__NO_SIDE_EFFECTS__ */ export const defineCommand = <const S extends CommandSpec>(spec: S): Readonly<S> =>
  Object.freeze(spec);

/** A call whose body or reply is bytes. It uses HTTP statuses where commands use codes. */
export interface TransferSpec {
  readonly name: string;
  readonly method: 'PUT' | 'GET';
  readonly path: `/${string}`;
  /** Query parameters; each encodes to text. */
  readonly query: AnyCodec;
  /** JSON body of a 200. */
  readonly result: AnyCodec;
  /** The failure statuses and their meaning. */
  readonly statuses: Readonly<Record<number, string>>;
  readonly access: 'public' | 'ticket' | 'user';
  /** Milliseconds without progress after which the client aborts (G-02). */
  readonly stallMs: number;
}

export type QueryOf<T extends TransferSpec> = TypeOf<T['query']>;
export type TransferResultOf<T extends TransferSpec> = TypeOf<T['result']>;

/** Declares a byte transfer. */
/* @__NO_SIDE_EFFECTS__ */ export const defineTransfer = <const S extends TransferSpec>(spec: S): Readonly<S> =>
  Object.freeze(spec);
