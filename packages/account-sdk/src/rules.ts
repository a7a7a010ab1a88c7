/** All rules of the account screens, pure functions without calls (`@boxwood/account-sdk/rules`). */
export * from './session/rules.ts';
export * from './user/rules.ts';
export * from './roster/rules.ts';
export * from './box/rules.ts';
export * from './messages/rules.ts';
export * from './messages/notices.ts';
export * from './feedback/rules.ts';
export * from './domains/rules.ts';
export * from './tunnels/rules.ts';
export * from './containers/rules.ts';
export * from './plugins/rules.ts';
export * from './link/rules.ts';
