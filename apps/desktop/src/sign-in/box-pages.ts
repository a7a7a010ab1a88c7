/** On the way from an account to one of its boxes: which one, and how far the way has come. */
export { ChooserPage } from './ChooserPage.tsx';
export { ConnectionPage } from './ConnectionPage.tsx';
