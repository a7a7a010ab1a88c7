import type { SongTags } from './song-tags.ts';

/** The title of a song, or its file name without the extension. */
export const songTitle = (name: string, tags: SongTags | undefined): string =>
  tags === undefined || tags.title === '' ? name.replace(/\.[^.]+$/, '') : tags.title;

/** Artist and album, if known. */
export const songByline = (tags: SongTags | undefined): string =>
  [tags?.artist ?? '', tags?.album ?? ''].filter((text) => text !== '').join(' · ');
