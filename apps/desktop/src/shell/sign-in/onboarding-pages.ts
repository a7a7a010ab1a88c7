/** Lazy chunk: pages for a user who cannot sign in yet: first-run setup, an invitation, a forgotten password. */
export { SetupNeededNote } from './SetupNeededNote.tsx';
export { JoinOrRecoverPage } from './JoinOrRecoverPage.tsx';
export { SetupPage } from './SetupPage.tsx';
