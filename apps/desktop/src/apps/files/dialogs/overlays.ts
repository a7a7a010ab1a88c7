/** Everything that opens over a file list, loaded as one chunk. */
export { FileDialogs } from './FileDialogs.tsx';
export { MissingFolder } from '../parts/MissingFolder.tsx';
export { QuickPreview } from '../parts/QuickPreview.tsx';
export { SearchPanel } from '../parts/SearchPanel.tsx';
