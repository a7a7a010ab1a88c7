export type { Box, BoxOptions } from './box.ts';
export { startBox } from './box.ts';
export type { BoxConfig } from './config.ts';
export { prepareDataFolder, StartFailure } from './config.ts';
export { createLog } from './platform/log.ts';
