/** Everything that opens over a file list, loaded as one chunk. */
export { Dialogs } from './Dialogs.tsx';
export { Gone } from '../parts/Gone.tsx';
export { QuickLook } from '../parts/QuickLook.tsx';
export { SearchPanel } from '../parts/SearchPanel.tsx';
