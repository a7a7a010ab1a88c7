import {
  type BoxEvent,
  openTabChannel,
  createBoxStore,
  EVENT_SCHEMA,
  IdbLog,
  newTabId,
  storeName,
  systemClock,
} from '@boxwood/domain';
import { deleteSharedFiles } from '../platform/share-target.ts';
import { HANDLES_SUFFIX } from '../kit/files/history/history-keys.ts';

/**
 * Deletes what this browser stores about a user's actions, for every box they used; other tabs delete theirs when they
 * close. Unfinished uploads stay. Shared files that were not saved are deleted. `box` is the current box, for browsers
 * that cannot list their databases.
 */
export const deleteRecords = async (username: string, box: string | null): Promise<void> => {
  await deleteSharedFiles();
  const namePrefix = storeName(username, '');
  const databaseNames = 'databases' in indexedDB ? (await indexedDB.databases()).map(({ name = '' }) => name) : [];
  const names = databaseNames.filter((name) => name.startsWith(namePrefix) && !name.endsWith(HANDLES_SUFFIX));
  for (const name of new Set([...names, ...(box === null ? [] : [storeName(username, box)])])) {
    const log = new IdbLog<BoxEvent>(name, EVENT_SCHEMA);
    const store = createBoxStore({ origin: newTabId(), clock: systemClock, log, channel: openTabChannel(name) });
    store.forget();
    await store.close();
  }
};
