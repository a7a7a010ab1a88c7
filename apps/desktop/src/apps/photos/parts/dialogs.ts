/** Dialogs of Photos, loaded in one chunk. */
export { AlbumDialog } from './AlbumDialog.tsx';
export { AlbumFoldersDialog } from './AlbumFoldersDialog.tsx';
export { AlbumUploadDialog } from './AlbumUploadDialog.tsx';
export { NoIndex } from './NoIndex.tsx';
export { RemoveAlbumDialog } from './RemoveAlbumDialog.tsx';
export { WhyDialog } from './WhyDialog.tsx';
