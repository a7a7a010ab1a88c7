/** Pure rules that several SDKs use (`@boxwood/command-bus/rules`). */
export * from './address-rules.ts';
export * from './feedback-rules.ts';
export * from './identity-rules.ts';
export * from './count-characters.ts';
export * from './port-rules.ts';
export * from './random-text.ts';
export * from './tunnel-rules.ts';
export * from './verdict.ts';
