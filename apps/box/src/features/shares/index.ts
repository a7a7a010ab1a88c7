export { FamilyShares } from './family-shares.ts';
export { MovedFolderSearch } from './moved-folder-search.ts';
export { isSharePath } from './share-routes.ts';
export { isLoopbackHost } from './share-origin.ts';
