import { ListMedia, LockMedia, MatchMedia, type MediaInfo, ScrapeMedia } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Answer, answer, mapRight } from '../outcome.ts';
import type { MediaQuery } from './media.ts';

/** The calls of the media library. */
export interface MediaPort {
  list(
    query: MediaQuery,
    start: number,
    count: number,
  ): Answer<{ readonly total: number; readonly list: readonly MediaInfo[] }>;
  lock(id: string, lock: 'locked' | 'unlocked'): Answer<unknown>;
  scrape(ids: readonly string[]): Answer<{ readonly skipped: number }>;
  match(id: string, candidate: string): Answer<MediaInfo>;
}

/** {@link MediaPort} over a client of the box. */
export const mediaPort = (box: Pick<Client, 'exec'>, user: string): MediaPort => ({
  list: (query, start, count) =>
    answer(box, ListMedia, { user, start, count, ...query }).pipe(mapRight(({ total, list }) => ({ total, list }))),
  lock: (id, lock) => answer(box, LockMedia, { id, lock }),
  scrape: (ids) => answer(box, ScrapeMedia, { ids }).pipe(mapRight(({ skipped }) => ({ skipped }))),
  match: (id, candidate) => answer(box, MatchMedia, { id, candidate }).pipe(mapRight(({ info }) => info)),
});
