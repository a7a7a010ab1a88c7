import type { SongTags } from './song-tags.ts';

/** What a song is called: by itself, or else by its file. */
export const titleOf = (name: string, tags: SongTags | undefined): string =>
  tags === undefined || tags.title === '' ? name.replace(/\.[^.]+$/, '') : tags.title;

/** Who plays it, on which album, as far as that is known. */
export const byline = (tags: SongTags | undefined): string =>
  [tags?.artist ?? '', tags?.album ?? ''].filter((text) => text !== '').join(' · ');
