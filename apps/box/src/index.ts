export type { Box, BoxOptions } from './box.ts';
export { startBox, stateDirOf } from './box.ts';
export type { BoxConfig } from './config.ts';
export { boxSecretFor, prepareDataFolder, StartFailure } from './config.ts';
export { createLog } from './log.ts';
