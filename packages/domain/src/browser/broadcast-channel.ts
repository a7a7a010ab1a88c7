import { fromEvent, map, type Observable } from 'rxjs';
import type { TabChannel } from '../store/tab-channel.ts';

/** Firefox has the class, but its constructor throws where site data is blocked. */
const openChannel = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
};

/**
 * A channel between the tabs of one origin; null where the browser does not allow one (then tabs do not share events).
 */
export const broadcastChannel = (name: string): TabChannel | null => {
  const channel = openChannel(name);
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
