export type { Either, TaskEither } from './either.ts';
export { isLeft, isRight, left, right } from './either.ts';
export type { CallFamily, ErrorFamily } from './codes.ts';
export { ACC, ALB, APP, BDU, CODES, GEN, OPS, PLG, RPC, TSK } from './codes.ts';
export type {
  Access,
  BoxModel,
  CommandSpec,
  ParamForm,
  ParamsOf,
  QueryOf,
  RefusalOf,
  ReplyForm,
  ResultOf,
  TransferResultOf,
  TransferSpec,
  UploadFile,
} from './command.ts';
export { defineCommand, defineTransfer } from './command.ts';
export type { BoxError } from './failure.ts';
export { formBody } from './form.ts';
export { refusalOf } from './refusal.ts';
export { BoxFailure, codeOf, describeBoxError, matchBoxError } from './failure.ts';
export type { Identity } from './envelope.ts';
export {
  decodeReply,
  DEVICE_TYPE,
  encodeRefusal,
  encodeRequest,
  encodeResult,
  ENVELOPE_VERSION,
  nobody,
} from './envelope.ts';
export type { Transport, WireBody, WireReply, WireRequest } from './transport.ts';
export { addressOf, failureOf, LongReply, REPLY_BYTES } from './transport.ts';
export type {
  Call,
  CallRecord,
  Exchange,
  Middleware,
  Relay,
  RelayValues,
  SessionProblem,
  Timers,
} from './middleware.ts';
export { DEFAULT_TIMEOUT_MS, globalTimers, RETRY_AFTER_MS } from './middleware.ts';
export type { CallOptions, Client, ClientOptions, TransferOptions } from './client.ts';
export { createClient } from './client.ts';
export { careful, strangersIn, withoutSlash } from './careful.ts';
export type { CommandTree, Facade } from './facade.ts';
export { createFacade } from './facade.ts';
export { fetchTransport } from './transports/fetch.ts';
export { xhrTransport } from './transports/xhr.ts';
