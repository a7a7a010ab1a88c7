/** Lazy chunk: choosing a box and connecting to it. */
export { BoxChooserPage } from './BoxChooserPage.tsx';
export { ConnectionPage } from './ConnectionPage.tsx';
