/** The server side: routers, and a transport that calls a router without sockets. */
export type {
  HandlerCall,
  Handlers,
  IncomingCall,
  Router,
  RouterOptions,
  BodyCache,
  RouterReply,
  RouterRequest,
  TreeHandlers,
} from './router.ts';
export { STANDARD_REFUSALS } from './standard-refusals.ts';
export { createRouter, NOT_OFFERED, Refusal, Undeclared } from './router.ts';
export { localTransport } from './transports/local-transport.ts';
export { Budget } from './limits/budget.ts';
export type { FairQueueOptions, QueueTicket } from './limits/fair-queue.ts';
export { FairQueue } from './limits/fair-queue.ts';
