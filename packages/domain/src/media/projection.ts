import { isMediaVisible, mediaActions, mediaLockOf } from '@boxwood/box-sdk/rules';
import { castDraft } from 'immer';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { MediaEntry, MediaInfo } from './media.ts';

/** What was listed, in its order. */
export interface KnownMedia {
  readonly known: boolean;
  readonly list: readonly MediaInfo[];
  readonly total: number;
}

/** The entries of the wall that this tab shows. */
export const mediaProjection = projection<KnownMedia, BoxEvent>({
  name: 'media',
  version: 1,
  scope: 'session',
  initial: { known: false, list: [], total: 0 },
  on: {
    MediaListed: (draft, { start, total, list }) => {
      const before = draft.list.slice(0, start);
      const kept = new Set(before.map(({ id }) => id));
      draft.list = [...before, ...castDraft(list.filter(({ id }) => !kept.has(id)))];
      draft.total = total;
      draft.known = true;
    },
    MediaLocked: (draft, { id, lock }) => {
      const entry = draft.list.find((one) => one.id === id);
      if (entry !== undefined) entry.lock = lock;
    },
    MediaMatched: (draft, { info }) => {
      const at = draft.list.findIndex((one) => one.id === info.id);
      if (at >= 0) draft.list[at] = castDraft(info);
    },
  },
});

/** What a person sees of it (ROLE-09, STATE-24). The box leaves other people's entries out; this side does not trust it to. */
export const shownMedia = (list: readonly MediaInfo[], user: string): readonly MediaEntry[] =>
  list
    .filter((info) => isMediaVisible(info, user))
    .map((info) => {
      const lock = mediaLockOf(info.lock);
      return { ...info, lock, actions: mediaActions(lock) };
    });
