import type { AccountMessage } from './message-model.ts';

/** MSG-01: 1 is read, every other number is unread. */
export const isRead = (message: Pick<AccountMessage, 'state'>): boolean => message.state === 1;

/** MSG-05: only the first tab can be cleared. */
export const canClear = (type: number): boolean => type === 1;
