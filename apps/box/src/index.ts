export type { Box, BoxOptions } from './box.ts';
export { startBox } from './box.ts';
export { stateDirOf } from './config.ts';
export type { BoxConfig } from './config.ts';
export { boxSecretFor, prepareDataFolder, StartFailure } from './config.ts';
export { createLog } from './log.ts';
