import { ClearMessages, CountUnread, DeleteMessage, ListMessages, MarkRead } from '@boxwood/account-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Message, MESSAGE_TYPES, type MessageType } from './messages.ts';
import type { MessagesPort } from './port.ts';
import { answer, mapRight } from '../outcome.ts';

type Exec = Pick<Client, 'exec'>;

/** Messages per page (MSG-02). */
const MESSAGE_PAGE = 100;

const NONE: Readonly<Record<MessageType, number>> = { 1: 0, 2: 0, 3: 0, 4: 0 };

export const messagesPort = (account: Exec): MessagesPort => ({
  unread: () =>
    answer(account, CountUnread, {}).pipe(
      mapRight(({ total, types }) => ({
        total,
        byType: types.reduce((counts, { type, count }) => {
          const known = MESSAGE_TYPES.find((one) => one === type);
          return known === undefined ? counts : { ...counts, [known]: count };
        }, NONE),
      })),
    ),
  page: (type, pageNo) =>
    answer(account, ListMessages, { type, pageNo, pageSize: MESSAGE_PAGE }).pipe(
      mapRight(({ datas, total, pageNow, pageSum }) => ({
        total,
        pageNow,
        pageSum,
        messages: datas.map(({ mid, content, state, dateTime, type: kind, boxName }): Message => ({
          mid,
          content,
          read: state === 1,
          dateTime,
          type: kind,
          boxName,
        })),
      })),
    ),
  markRead: (type) => answer(account, MarkRead, { type }),
  remove: (mid) => answer(account, DeleteMessage, { mid }),
  clear: (type) => answer(account, ClearMessages, { type }),
});
