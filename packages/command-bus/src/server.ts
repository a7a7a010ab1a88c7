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
export { ANSWERS } from './answers.ts';
export { createRouter, Refusal } from './router.ts';
export { localTransport } from './transports/local.ts';
export { Budget } from './limits/budget.ts';
export type { FairQueueOptions, Turn } from './limits/fair-queue.ts';
export { FairQueue } from './limits/fair-queue.ts';
