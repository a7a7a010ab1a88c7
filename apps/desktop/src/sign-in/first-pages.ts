/** Where somebody begins who has no account here yet: whoever sets the box up, and whoever was invited. */
export { JoinPage } from './JoinPage.tsx';
export { SetupPage } from './SetupPage.tsx';
