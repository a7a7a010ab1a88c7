/**
 * Messages of the bus: the catalogue functions and the messages that both SDKs share (`@boxwood/command-bus/messages`).
 */
export * from './account.ts';
export * from './catalogue.ts';
export * from './rules.ts';
export * from './session.ts';
