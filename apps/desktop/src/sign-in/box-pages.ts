/** Lazy chunk: choosing a box and connecting to it. */
export { ChooserPage } from './ChooserPage.tsx';
export { ConnectionPage } from './ConnectionPage.tsx';
