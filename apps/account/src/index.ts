/** The account service: accounts, rosters, messages, domains, tunnels, relay. */
export type { Account } from './account.ts';
export { createAccount } from './account.ts';
export { linkKeyOf } from './link/link-key.ts';
export { fits, inTurn, verifierOf } from './session/passwords.ts';
export { Bodies, CallerGone } from './http/bodies.ts';
export type { Body } from './http/bodies.ts';
export { Connections, holderOf } from './http/connections.ts';
export { drain } from './http/drain.ts';
export type { Guard } from './http/guard.ts';
export { addressOf, createGuard, HEADS } from './http/guard.ts';
export type { HttpHandler } from './http/handler.ts';
export type { AccountOptions, RosterEntry, TunnelNode } from './settings.ts';
export type { Clock } from './clock.ts';
export type { CodeBatch } from './domains/codes.ts';
export type { Plan } from './tunnels/products.ts';
export { accountSchema } from './store/migrations.ts';
export { openStore as openAccountStore } from './store/open.ts';
