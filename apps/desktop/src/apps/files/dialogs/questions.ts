/** Everything that opens over a list of files, fetched together. */
export { Dialogs } from './Dialogs.tsx';
export { QuickLook } from '../parts/QuickLook.tsx';
export { SearchPanel } from '../parts/SearchPanel.tsx';
