/** The server side: routers, and the transport that calls one without sockets. */
export type {
  Handlers,
  IncomingCall,
  Router,
  RouterOptions,
  RepeatedBodies,
  RouterReply,
  RouterRequest,
  TreeHandlers,
} from './router.ts';
export { createRouter, Refusal } from './router.ts';
export { localTransport } from './transports/local.ts';
