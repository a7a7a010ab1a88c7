import {
  type BoxEvent,
  broadcastChannel,
  createBoxStore,
  EVENT_SCHEMA,
  IdbLog,
  newTabId,
  storeName,
  systemClock,
} from '@boxwood/domain';
import { forgetSharedIn } from '../platform/shared-in.ts';
import { HANDLES } from '../file-kit/kept-names.ts';

/**
 * Ends what this browser stores of a person's acts, on every box they were at: here, and in their other tabs when those close.
 * Uploads that are not finished stay. What another app shared
 * and nobody has put away goes. `box` is the one they are at, for browsers that do not tell which databases there are.
 */
export const forgetRecords = async (username: string, box: string | null): Promise<void> => {
  await forgetSharedIn();
  const mine = storeName(username, '');
  const there = 'databases' in indexedDB ? (await indexedDB.databases()).map(({ name = '' }) => name) : [];
  const names = there.filter((name) => name.startsWith(mine) && !name.endsWith(HANDLES));
  for (const name of new Set([...names, ...(box === null ? [] : [storeName(username, box)])])) {
    const log = new IdbLog<BoxEvent>(name, EVENT_SCHEMA);
    const store = createBoxStore({ origin: newTabId(), clock: systemClock, log, channel: broadcastChannel(name) });
    store.forget();
    await store.close();
  }
};
