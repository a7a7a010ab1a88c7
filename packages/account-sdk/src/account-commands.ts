/** All commands of the account service by name. */
export * from './session/account-session-commands.ts';
export * from './user/user-commands.ts';
export * from './roster/roster-commands.ts';
export * from './roster/password-link-commands.ts';
export * from './box/account-box-commands.ts';
export * from './messages/message-commands.ts';
export * from './feedback/feedback-commands.ts';
export * from './domains/domain-commands.ts';
export * from './tunnels/tunnel-commands.ts';
export * from './containers/account-container-commands.ts';
export * from './plugins/account-plugin-commands.ts';
export * from './link/box-link-commands.ts';
