/** All pages of Photos except the timeline, loaded in one chunk. */
export { AlbumsPage } from './AlbumsPage.tsx';
export { Albums } from './Albums.tsx';
export { Duplicates } from './Duplicates.tsx';
export { PeoplePage } from './PeoplePage.tsx';
export { PersonHead } from './PersonHead.tsx';
export { Places } from './Places.tsx';
export { Things } from './Things.tsx';
