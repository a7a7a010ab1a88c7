import { castDraft } from 'immer';
import type { BoxEvent } from '../events/box-event.ts';
import { projection } from '../store/projection.ts';
import type { MessagePage, MessagesState, MessageType } from './messages.ts';

/** The shared part of the state, without what is known in this tab only: availability and loading. */
export type MessagesData = Omit<MessagesState, 'available'>;

const EMPTY_PAGE: MessagePage = { messages: [], total: 0, pageNow: 1, pageSum: 1, loading: false, failure: null };

export const EMPTY_MESSAGES: MessagesData = {
  unread: 0,
  unreadByType: { 1: 0, 2: 0, 3: 0, 4: 0 },
  pages: { 1: EMPTY_PAGE, 2: EMPTY_PAGE, 3: EMPTY_PAGE, 4: EMPTY_PAGE },
};

const TYPES: readonly MessageType[] = [1, 2, 3, 4];

/** Messages from the account service; read and removed ones change immediately (STATE-14). */
export const messagesProjection = projection<MessagesData, BoxEvent>({
  name: 'messages',
  version: 1,
  scope: 'ephemeral',
  initial: EMPTY_MESSAGES,
  on: {
    UnreadCounted: (draft, { total, byType }) => {
      draft.unread = total;
      draft.unreadByType = { ...byType };
    },
    MessagesListed: (draft, { type, messages, total, pageNow, pageSum }) => {
      draft.pages[type] = { messages: [...messages], total, pageNow, pageSum, loading: false, failure: null };
    },
    MessagesFailed: (draft, { type, failure }) => {
      draft.pages[type].failure = castDraft(failure);
    },
    MessagesRead: (draft, { type }) => {
      for (const message of draft.pages[type].messages) message.read = true;
      draft.unread = Math.max(0, draft.unread - draft.unreadByType[type]);
      draft.unreadByType[type] = 0;
    },
    MessagesRemoved: (draft, { mids }) => {
      const removedIds = new Set(mids);
      for (const type of TYPES) {
        const page = draft.pages[type];
        const removed = page.messages.filter(({ mid }) => removedIds.has(mid));
        if (removed.length === 0) continue;
        const unread = removed.filter(({ read }) => !read).length;
        page.messages = page.messages.filter(({ mid }) => !removedIds.has(mid));
        page.total = Math.max(0, page.total - removed.length);
        draft.unreadByType[type] = Math.max(0, draft.unreadByType[type] - unread);
        draft.unread = Math.max(0, draft.unread - unread);
      }
    },
    MessagesCleared: (draft, { type }) => {
      draft.unread = Math.max(0, draft.unread - draft.unreadByType[type]);
      draft.unreadByType[type] = 0;
      draft.pages[type] = castDraft(EMPTY_PAGE);
    },
  },
});
