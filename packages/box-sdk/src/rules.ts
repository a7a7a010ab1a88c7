/**
 * Every rule of the product, as pure functions: forms check them, and the box checks them again
 * (`@boxwood/box-sdk/rules`).
 */
export * from '@boxwood/command-bus/rules';
export * from './constants.ts';
export * from './formats.ts';
export * from './backup/life.ts';
export * from './backup/rules.ts';
export * from './containers/life.ts';
export * from './containers/rules.ts';
export * from './disks/rules.ts';
export * from './downloads/rules.ts';
export * from './drive/rules.ts';
export * from './files/rules.ts';
export * from './media/lock.ts';
export * from './media/rules.ts';
export * from './mounts/form.ts';
export * from './mounts/rules.ts';
export * from './network/rules.ts';
export * from './photos/rules.ts';
export * from './plugins/life.ts';
export * from './plugins/rules.ts';
export * from './safe/rules.ts';
export * from './services/rules.ts';
export * from './shares/rules.ts';
export * from './system/rules.ts';
export * from './tasks/rules.ts';
export * from './transfers/rules.ts';
