import { fromEvent, map, type Observable } from 'rxjs';
import type { TabChannel } from '../store/tab-channel.ts';

/**
 * Opens a channel; null when that fails. Firefox has the class, but its constructor throws where site data is blocked.
 */
const tryOpenChannel = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
};

/**
 * Opens a channel between the tabs of one origin; null where the browser does not allow one (tabs then do not share
 * events).
 */
export const openTabChannel = (name: string): TabChannel | null => {
  const channel = tryOpenChannel(name);
  if (channel === null) return null;
  const messages$: Observable<unknown> = fromEvent<MessageEvent<unknown>>(channel, 'message').pipe(
    map(({ data }) => data),
  );
  return {
    messages$,
    post: (message) => {
      channel.postMessage(message);
    },
    close: () => channel.close(),
  };
};
