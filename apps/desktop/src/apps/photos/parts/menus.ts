/** The menus of pictures, fetched together. */
export { entriesFor } from './picture-menu.tsx';
export { personEntries } from './person-menu.tsx';
