/** All pages of Photos except the timeline, loaded in one chunk. */
export { AlbumsPage } from './albums/AlbumsPage.tsx';
export { AlbumGrid } from './albums/AlbumGrid.tsx';
export { DuplicatesPage } from './duplicates/DuplicatesPage.tsx';
export { PeoplePage } from './people/PeoplePage.tsx';
export { PersonHeader } from './people/PersonHeader.tsx';
export { PlacesPage } from './explore/PlacesPage.tsx';
export { ObjectsPage } from './explore/ObjectsPage.tsx';
