/** Pure rules that several SDKs use (`@boxwood/command-bus/rules`). */
export * from './address.ts';
export * from './feedback.ts';
export * from './identity.ts';
export * from './length.ts';
export * from './ports.ts';
export * from './random-text.ts';
export * from './tunnel.ts';
export * from './verdict.ts';
