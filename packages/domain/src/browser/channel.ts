import { fromEvent, map, NEVER, type Observable } from 'rxjs';
import type { Channel } from '../store/channel.ts';

/** A channel between the tabs of one origin; null where the browser has none (every tab then lives alone). */
export const broadcastChannel = (name: string): Channel | null => {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(name);
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

/** For pages that must not talk. */
export const silentChannel: Channel = { messages$: NEVER, post: () => undefined, close: () => undefined };
