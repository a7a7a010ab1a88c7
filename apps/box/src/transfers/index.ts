export { bootId } from './boot.ts';
export { transferHandlers } from './handlers.ts';
export { transferMigrations, Uploads } from './tables.ts';
export { Transfers } from './transfers.ts';
