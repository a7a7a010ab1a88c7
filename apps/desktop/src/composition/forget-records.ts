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
 * Deletes what this browser stores about a user's actions, for every box they used; other tabs delete theirs when they
 * close. Unfinished uploads stay. Shared files that were not saved are deleted. `box` is the current box, for browsers
 * that cannot list their databases.
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
