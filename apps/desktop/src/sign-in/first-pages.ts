/** Lazy chunk: pages for a user who cannot sign in yet: first-run setup, an invitation, a forgotten password. */
export { FreshNote } from './FreshNote.tsx';
export { NewcomerPage } from './NewcomerPage.tsx';
export { SetupPage } from './SetupPage.tsx';
