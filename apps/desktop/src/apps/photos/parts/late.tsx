/**
 * Pages, dialogs and keys of Photos that are loaded on demand, so that the timeline, which is shown first, does not
 * wait for them.
 */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../../app-kit/ErrorBoundary.tsx';
import { part } from '../../../app-kit/part.tsx';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { loadChunk } from '../../../platform/lazy.ts';

const pages = () => import('./pages.ts');
const dialogs = () => import('./dialogs.ts');
const waiting = () => <WindowSkeleton />;

/** Error boundary for one page, so that the other pages stay reachable. */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fetch={() => loadChunk(pages)}>{children}</ErrorBoundary>
);

export const AlbumsPage = part(async () => (await pages()).AlbumsPage, waiting);
export const Albums = part(async () => (await pages()).Albums, waiting);
export const Duplicates = part(async () => (await pages()).Duplicates, waiting);
export const PeoplePage = part(async () => (await pages()).PeoplePage, waiting);
export const PersonHead = part(async () => (await pages()).PersonHead);
export const Places = part(async () => (await pages()).Places, waiting);
export const Things = part(async () => (await pages()).Things, waiting);

export const AlbumDialog = part(async () => (await dialogs()).AlbumDialog);
export const AlbumFoldersDialog = part(async () => (await dialogs()).AlbumFoldersDialog);
export const AlbumUploadDialog = part(async () => (await dialogs()).AlbumUploadDialog);
export const NoIndex = part(async () => (await dialogs()).NoIndex);
export const RemoveAlbumDialog = part(async () => (await dialogs()).RemoveAlbumDialog);
export const WhyDialog = part(async () => (await dialogs()).WhyDialog);

export const Behind = part(async () => (await import('./Behind.tsx')).Behind);
