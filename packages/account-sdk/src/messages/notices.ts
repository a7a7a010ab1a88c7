import type { Message } from './model.ts';

/**
 * What the account service itself tells a user (G-45, type 3). On the wire it is an English sentence, so that every client can
 * show it; one that knows these can say it in the person's language.
 */
export type ServiceNotice =
  /** The user is the administrator of the box now. */
  | { readonly kind: 'administrator' }
  /** The user was removed from the box. */
  | { readonly kind: 'removed' }
  /** Somebody accepted an invitation to the box. */
  | { readonly kind: 'joined'; readonly userName: string }
  /** The code that proves a new address, from a service that has no way to send it there. */
  | { readonly kind: 'code'; readonly code: string; readonly address: string };

const ADMINISTRATOR = 'You are the administrator of the box now';
const REMOVED = 'You were removed from the box';
const JOINED = ' joined the box';
const CODE = /^(\d{6}) is the code that proves (\S+)$/;

/** The sentence that is sent. */
export const noticeText = (notice: ServiceNotice): string => {
  switch (notice.kind) {
    case 'administrator':
      return ADMINISTRATOR;
    case 'removed':
      return REMOVED;
    case 'joined':
      return `${notice.userName}${JOINED}`;
    case 'code':
      return `${notice.code} is the code that proves ${notice.address}`;
  }
};

/** The notice that a message is; null when it is any other text. */
export const readNotice = ({ type, content }: Pick<Message, 'type' | 'content'>): ServiceNotice | null => {
  if (type !== 3) return null;
  if (content === ADMINISTRATOR) return { kind: 'administrator' };
  if (content === REMOVED) return { kind: 'removed' };
  const [, code, address] = CODE.exec(content) ?? [];
  if (code !== undefined && address !== undefined) return { kind: 'code', code, address };
  // User names have no spaces (VALID-105), sentences have.
  const userName = content.endsWith(JOINED) ? content.slice(0, -JOINED.length) : '';
  return userName === '' || userName.includes(' ') ? null : { kind: 'joined', userName };
};
