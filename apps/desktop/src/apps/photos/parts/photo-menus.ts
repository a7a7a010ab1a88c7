/** Menus of pictures, loaded in one chunk. */
export { pictureMenuEntries } from './timeline/picture-menu.tsx';
export { personMenuEntries } from './people/person-menu.tsx';
