/** Everything that opens over a list of files, fetched together. */
export { Dialogs } from './Dialogs.tsx';
export { Gone } from '../parts/Gone.tsx';
export { QuickLook } from '../parts/QuickLook.tsx';
export { SearchPanel } from '../parts/SearchPanel.tsx';
