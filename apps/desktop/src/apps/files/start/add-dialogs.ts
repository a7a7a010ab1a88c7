/** What is asked when something comes in: fetched when the first page of a phone stands. */
export { ReceiveDialog } from '../../../file-kit/receive/ReceiveDialog.tsx';
export { NewFolderDialog } from '../dialogs/NewFolderDialog.tsx';
