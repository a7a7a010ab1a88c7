/** All commands of the account service by name. */
export * from './session/commands.ts';
export * from './user/commands.ts';
export * from './roster/commands.ts';
export * from './roster/password-links.ts';
export * from './box/commands.ts';
export * from './messages/commands.ts';
export * from './feedback/commands.ts';
export * from './domains/commands.ts';
export * from './tunnels/commands.ts';
export * from './containers/commands.ts';
export * from './plugins/commands.ts';
export * from './link/commands.ts';
