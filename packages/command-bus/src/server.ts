/** The server side: routers, and a transport that calls a router without sockets. */
export type {
  Call,
  Handlers,
  IncomingCall,
  Router,
  RouterOptions,
  RepeatedBodies,
  RouterReply,
  RouterRequest,
  TreeHandlers,
} from './router.ts';
export { ANSWERS } from './answers.ts';
export { createRouter, NOT_OFFERED, Refusal, Undeclared } from './router.ts';
export { localTransport } from './transports/local.ts';
export { Budget } from './limits/budget.ts';
export type { FairQueueOptions, Turn } from './limits/fair-queue.ts';
export { FairQueue } from './limits/fair-queue.ts';
