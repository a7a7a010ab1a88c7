export type { Either, TaskEither } from './either.ts';
export { isLeft, isRight, left, right } from './either.ts';
export type { CallFamily, ErrorFamily } from './error-codes.ts';
export { ACC, ALB, APP, BDU, CODES, GEN, OPS, PLG, RPC, TSK } from './error-codes.ts';
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
export type { BoxError } from './box-error.ts';
export { formBody } from './multipart-form.ts';
export { refusalCodeOf } from './refusal-code.ts';
export { BoxFailure, codeOf, describeBoxError, matchBoxError } from './box-error.ts';
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
export { addressOf, transportErrorOf, ReplyTooLong, MAX_REPLY_BYTES } from './transport.ts';
export type {
  ClientCall,
  CallRecord,
  Exchange,
  Middleware,
  Relay,
  RelayValues,
  SessionProblem,
  Timers,
} from './middleware.ts';
export { DEFAULT_TIMEOUT_MS, globalTimers, RETRY_DELAY_MS } from './middleware.ts';
export type { CallOptions, Client, ClientOptions, TransferOptions } from './client.ts';
export { createClient } from './client.ts';
export { strictClient, describeUnknownFields, withoutTrailingSlash } from './strict-client.ts';
export type { CommandTree, Facade } from './facade.ts';
export { createFacade } from './facade.ts';
export { fetchTransport } from './transports/fetch-transport.ts';
export { xhrTransport } from './transports/xhr-transport.ts';
