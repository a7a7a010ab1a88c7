export { FamilyShares } from './family.ts';
export { ShareLook } from './look.ts';
export { LostFolders } from './lost-folders.ts';
export { isOfShares, shareRoutes } from './route.ts';
export { ShareSecrets } from './secrets.ts';
export { Shares } from './shares.ts';
export { isHere } from './origin.ts';
export { shareMigrations } from './tables.ts';
export { Visitors } from './visitors.ts';
