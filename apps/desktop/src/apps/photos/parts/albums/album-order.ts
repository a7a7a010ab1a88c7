import type { Album } from '@boxwood/domain';

/** Sort orders of albums. */
export const ALBUM_ORDERS = ['name', 'newest', 'most'] as const;
export type AlbumOrder = (typeof ALBUM_ORDERS)[number];

/** Sorts albums; names are compared in the user's language. */
export const sortAlbums = (albums: readonly Album[], order: AlbumOrder, language: string): readonly Album[] => {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = (a: Album, b: Album): number => compare(a.name, b.name);
  switch (order) {
    case 'name':
      return albums.toSorted(byName);
    case 'newest':
      return albums.toSorted((a, b) => b.ctime - a.ctime || byName(a, b));
    case 'most':
      return albums.toSorted((a, b) => b.num - a.num || byName(a, b));
  }
};
