/**
 * Pages, dialogs and keys of Photos that are loaded on demand, so that the timeline, which is shown first, does not
 * wait for them.
 */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { WindowSkeleton } from '../../../kit/app/window-states/WindowSkeleton.tsx';
import { loadChunk } from '../../../platform/load-chunk.ts';

const loadPages = () => import('./photo-pages.ts');
const loadDialogs = () => import('./photo-dialogs.ts');
const renderSkeleton = () => <WindowSkeleton />;

/** Error boundary for one page, so that the other pages stay reachable. */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary reloadChunk={() => loadChunk(loadPages)}>{children}</ErrorBoundary>
);

export const AlbumsPage = lazyComponent(async () => (await loadPages()).AlbumsPage, renderSkeleton);
export const AlbumGrid = lazyComponent(async () => (await loadPages()).AlbumGrid, renderSkeleton);
export const DuplicatesPage = lazyComponent(async () => (await loadPages()).DuplicatesPage, renderSkeleton);
export const PeoplePage = lazyComponent(async () => (await loadPages()).PeoplePage, renderSkeleton);
export const PersonHeader = lazyComponent(async () => (await loadPages()).PersonHeader);
export const PlacesPage = lazyComponent(async () => (await loadPages()).PlacesPage, renderSkeleton);
export const ObjectsPage = lazyComponent(async () => (await loadPages()).ObjectsPage, renderSkeleton);

export const AlbumDialog = lazyComponent(async () => (await loadDialogs()).AlbumDialog);
export const AlbumFoldersDialog = lazyComponent(async () => (await loadDialogs()).AlbumFoldersDialog);
export const AlbumUploadDialog = lazyComponent(async () => (await loadDialogs()).AlbumUploadDialog);
export const PhotoIndexMissing = lazyComponent(async () => (await loadDialogs()).PhotoIndexMissing);
export const RemoveAlbumDialog = lazyComponent(async () => (await loadDialogs()).RemoveAlbumDialog);
export const MatchReasonDialog = lazyComponent(async () => (await loadDialogs()).MatchReasonDialog);

export const PhotosWindowInput = lazyComponent(async () => (await import('./PhotosWindowInput.tsx')).PhotosWindowInput);
