import type { Album } from '@boxwood/domain';

/** In which order albums stand. */
export const ORDERS = ['name', 'newest', 'most'] as const;
export type AlbumOrder = (typeof ORDERS)[number];

/** Albums in an order, names as the language of the person has them. */
export const inOrder = (albums: readonly Album[], order: AlbumOrder, language: string): readonly Album[] => {
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
