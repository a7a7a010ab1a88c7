/** All rules of the account screens, pure functions without calls (`@boxwood/account-sdk/rules`). */
export * from './session/account-session-rules.ts';
export * from './user/user-rules.ts';
export * from './roster/roster-rules.ts';
export * from './box/account-box-rules.ts';
export * from './messages/message-rules.ts';
export * from './messages/service-notices.ts';
export * from './feedback/feedback-rules.ts';
export * from './domains/domain-rules.ts';
export * from './tunnels/tunnel-rules.ts';
export * from './containers/account-container-rules.ts';
export * from './plugins/account-plugin-rules.ts';
export * from './link/box-link-rules.ts';
