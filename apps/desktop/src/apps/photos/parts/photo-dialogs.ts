/** Dialogs of Photos, loaded in one chunk. */
export { AlbumDialog } from './albums/AlbumDialog.tsx';
export { AlbumFoldersDialog } from './albums/AlbumFoldersDialog.tsx';
export { AlbumUploadDialog } from './albums/AlbumUploadDialog.tsx';
export { PhotoIndexMissing } from './PhotoIndexMissing.tsx';
export { RemoveAlbumDialog } from './albums/RemoveAlbumDialog.tsx';
export { MatchReasonDialog } from './people/MatchReasonDialog.tsx';
