/**
 * Every rule of the product, as pure functions: forms check them, and the box checks them again
 * (`@boxwood/box-sdk/rules`).
 */
export * from '@boxwood/command-bus/rules';
export * from './constants.ts';
export * from './formats.ts';
export * from './backup/backup-state.ts';
export * from './backup/backup-rules.ts';
export * from './containers/container-engine-state.ts';
export * from './containers/container-rules.ts';
export * from './disks/disk-rules.ts';
export * from './downloads/download-rules.ts';
export * from './drive/drive-rules.ts';
export * from './files/file-rules.ts';
export * from './media/media-lock.ts';
export * from './media/media-rules.ts';
export * from './mounts/mount-form.ts';
export * from './mounts/mount-rules.ts';
export * from './network/network-rules.ts';
export * from './photos/photo-rules.ts';
export * from './plugins/plugin-service-state.ts';
export * from './plugins/plugin-rules.ts';
export * from './safe/safe-rules.ts';
export * from './services/service-rules.ts';
export * from './shares/share-rules.ts';
export * from './system/system-rules.ts';
export * from './tasks/task-rules.ts';
export * from './transfers/transfer-rules.ts';
