import { ClearMessages, CountUnread, DeleteMessage, ListMessages, MarkRead } from '@boxwood/account-sdk';
import type { Client } from '@boxwood/command-bus';
import { type BoxMessage, MESSAGE_TYPES, type MessageType } from './messages.ts';
import type { MessagesPort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

type AccountMessagesClient = Pick<Client, 'exec'>;

/** Messages per page (MSG-02). */
const MESSAGE_PAGE = 100;

const NONE: Readonly<Record<MessageType, number>> = { 1: 0, 2: 0, 3: 0, 4: 0 };

export const messagesPort = (account: AccountMessagesClient): MessagesPort => ({
  unread: () =>
    execute(account, CountUnread, {}).pipe(
      mapRight(({ total, types }) => ({
        total,
        byType: types.reduce((counts, { type, count }) => {
          const known = MESSAGE_TYPES.find((one) => one === type);
          return known === undefined ? counts : { ...counts, [known]: count };
        }, NONE),
      })),
    ),
  page: (type, pageNo) =>
    execute(account, ListMessages, { type, pageNo, pageSize: MESSAGE_PAGE }).pipe(
      mapRight(({ datas, total, pageNow, pageSum }) => ({
        total,
        pageNow,
        pageSum,
        messages: datas.map(({ mid, content, state, dateTime, type: kind, boxName }): BoxMessage => ({
          mid,
          content,
          read: state === 1,
          dateTime,
          type: kind,
          boxName,
        })),
      })),
    ),
  markRead: (type) => execute(account, MarkRead, { type }),
  remove: (mid) => execute(account, DeleteMessage, { mid }),
  clear: (type) => execute(account, ClearMessages, { type }),
});
