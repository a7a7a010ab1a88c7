/** Words of the bus: catalogue tools and the messages both SDKs share (`@boxwood/command-bus/messages`). */
export * from './account.ts';
export * from './catalogue.ts';
export * from './rules.ts';
export * from './session.ts';
