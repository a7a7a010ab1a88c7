import type { AnyCodec, TypeOf } from './codecs/index.ts';
import type { ANSWERS } from './answers.ts';
import type { CallFamily } from './codes.ts';

/** The box models of the product (PROD-20). */
export type BoxModel = 'N2' | 'N3' | 'G2';

/**
 * How parameters travel (G-01, G-27):
 * - `positional`: box envelope, `params` is a list of strings (`/eshell`, `/filetrans`);
 * - `jsonparam`: box envelope, `jsonparam` is the JSON text of an object (`/fsnotify`);
 * - `object`: box envelope, `params` is an object;
 * - `anonymous`: box envelope without identity (a share visitor);
 * - `body`: the JSON body is the parameters, nothing around it;
 * - `query`: parameters in the query, no body; a command word travels as the query value `method`;
 * - `multipart`: a form with files.
 */
export type ParamForm = 'positional' | 'jsonparam' | 'object' | 'anonymous' | 'body' | 'query' | 'multipart';

/**
 * How a reply says yes (G-02, G-27, G-74): `error` 0 or 1 beside the fields (box); `code` 200 with fields in `data` (account);
 * `codeTop` 200 with fields beside it (sign-in); `errno` 0 beside the fields (cloud drive); `jsonrpc` without a member `error`
 * (JSON-RPC 2.0), where the result codec sees the whole response object.
 */
export type ReplyForm = 'error' | 'code' | 'codeTop' | 'errno' | 'jsonrpc';

/** Who may call: anybody, a signed-in user, or an administrator of the box (section 6 of the product, G-65). */
export type Access = 'public' | 'user' | 'admin';

/** A file that travels in a multipart form. */
export interface UploadFile {
  /** File name. */
  readonly name: string;
  /** Media type, as `image/png`; a service looks at the content all the same. */
  readonly type: string;
  /** The content. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Everything client, router, documentation and authorisation need to know about one command. */
export interface CommandSpec {
  /** The command's name in code, logs and fixtures: `ListFiles`. */
  readonly name: string;
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Endpoint. `{token}` stands for the caller's token; other `{names}` are taken out of the parameters. */
  readonly path: `/${string}`;
  /** The command word inside the envelope (or the query), null where the endpoint has only one call. */
  readonly cmd: string | null;
  readonly form: ParamForm;
  readonly reply: ReplyForm;
  readonly params: AnyCodec;
  /**
   * What we say beside parameters whose form is fixed, all of it optional: the member `more` of the envelope, which a box that does not
   * know it passes over. A caller gives it as the parameter `more`.
   */
  readonly more?: AnyCodec;
  readonly result: AnyCodec;
  readonly errors: CallFamily;
  /** The refusal codes beyond those any call can answer (`answers.ts`): a handler cannot refuse with another one. */
  readonly refusals: readonly number[];
  readonly access: Access;
  /** Only idempotent commands are ever repeated by the client. */
  readonly idempotent: boolean;
  /** Milliseconds the client waits; 15,000 when absent (G-02). */
  readonly timeoutMs?: number;
  /** Parameters that are box paths, and what the caller needs there. */
  readonly paths?: Readonly<Record<string, 'read' | 'write'>>;
  /** The models that offer the command; all when absent. */
  readonly models?: readonly BoxModel[];
  /** Parameters that never reach a log. */
  readonly secrets?: readonly string[];
  /** The reply may be error 3 with a `failed` list: some items worked, that is an answer and not a refusal (G-67). */
  readonly partial?: true;
  /** Writes the body of a `multipart` command: {@link formBody}. */
  readonly writeForm?: (params: Readonly<Record<string, unknown>>) => FormData;
  /** Heavy commands are limited more tightly by the server; those that wait for something do nothing meanwhile and are counted by whoever has them wait. */
  readonly cost?: 'light' | 'heavy' | 'waiting';
}

export type ParamsOf<C extends CommandSpec> = TypeOf<C['params']> & MoreOf<C>;
type MoreOf<C extends CommandSpec> = C extends { readonly more: infer M extends AnyCodec }
  ? { readonly more?: TypeOf<M> }
  : unknown;
export type ResultOf<C extends CommandSpec> = TypeOf<C['result']>;
/** The codes a command refuses with: those that its declaration lists, and those that any call of its family can be answered with. */
export type RefusalOf<C extends CommandSpec> = C['refusals'][number] | AnyRefusal<C['errors']>;
type AnyRefusal<F extends CallFamily> = (typeof ANSWERS)[F][
  'busy' | 'badParameter' | 'service' | 'version' | 'notJson' | 'session' | 'noPrivilege'];

/** Declares a command; the literal types survive, so that a client call is fully typed by the declaration alone. */
/* @__NO_SIDE_EFFECTS__ */ export const defineCommand = <const S extends CommandSpec>(spec: S): Readonly<S> =>
  Object.freeze(spec);

/** A call whose body or reply is bytes; it uses HTTP statuses where commands use codes. */
export interface TransferSpec {
  readonly name: string;
  readonly method: 'PUT' | 'GET';
  readonly path: `/${string}`;
  /** Query parameters; all encode to text. */
  readonly query: AnyCodec;
  /** JSON body of a 200. */
  readonly result: AnyCodec;
  /** The statuses that are not success, and what they mean. */
  readonly statuses: Readonly<Record<number, string>>;
  readonly access: 'public' | 'ticket' | 'user';
  /** Milliseconds without progress after which the client gives up (G-02). */
  readonly stallMs: number;
}

export type QueryOf<T extends TransferSpec> = TypeOf<T['query']>;
export type TransferResultOf<T extends TransferSpec> = TypeOf<T['result']>;

/** Declares a transfer of bytes. */
/* @__NO_SIDE_EFFECTS__ */ export const defineTransfer = <const S extends TransferSpec>(spec: S): Readonly<S> =>
  Object.freeze(spec);
