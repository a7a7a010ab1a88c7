/** Where somebody begins who cannot sign in: whoever sets the box up, was invited, or forgot the password. */
export { FreshNote } from './FreshNote.tsx';
export { NewcomerPage } from './NewcomerPage.tsx';
export { SetupPage } from './SetupPage.tsx';
