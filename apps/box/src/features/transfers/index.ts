export { bootId } from './boot.ts';
export { transferHandlers } from './handlers.ts';
export { transferMigrations, Uploads } from './uploads-table.ts';
export { Transfers } from './transfers.ts';
