export { FamilyShares } from './family.ts';
export { LostFolders } from './lost-folders.ts';
export { isOfShares } from './route.ts';
export { isHere } from './origin.ts';
