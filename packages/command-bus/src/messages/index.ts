/**
 * Messages of the bus: the catalogue functions and the messages that both SDKs share (`@boxwood/command-bus/messages`).
 */
export * from './account-messages.ts';
export * from './message-catalogue.ts';
export * from './rule-messages.ts';
export * from './session-messages.ts';
