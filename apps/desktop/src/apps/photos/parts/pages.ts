/** What of Photos is not the time line, fetched together. */
export { AlbumsPage } from './AlbumsPage.tsx';
export { Albums } from './Albums.tsx';
export { Duplicates } from './Duplicates.tsx';
export { PeoplePage } from './PeoplePage.tsx';
export { PersonHead } from './PersonHead.tsx';
export { Places } from './Places.tsx';
export { Things } from './Things.tsx';
