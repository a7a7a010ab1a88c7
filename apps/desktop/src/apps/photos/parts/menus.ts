/** Menus of pictures, loaded in one chunk. */
export { entriesFor } from './picture-menu.tsx';
export { personEntries } from './person-menu.tsx';
