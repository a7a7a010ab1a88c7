/** WAITCHANGES of many clients at once, with a vault that counts. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callerFor, Refusal } from '../vault/index.ts';
import { ChangeFeed } from './change-feed.ts';
import { changeHandlers } from './handlers.ts';

const setUp = () => {
  const resolved: string[] = [];
  const changes = new ChangeFeed();
  const handlers = changeHandlers({
    changes,
    vault: {
      resolve: ({ user }) => {
        resolved.push(user);
        throw new Refusal(3);
      },
      probe: () => Promise.resolve(undefined),
    },
    files: { isWatched: () => true },
  });
  const wait = (user: string, cursor: string, folders: readonly string[]) =>
    handlers.wait(
      { cursor, wait: 50, folders },
      { caller: callerFor(user), session: '', remote: '', headers: {} },
      {
        signal: new AbortController().signal,
        refuse: (code) => {
          throw new Refusal(code);
        },
      },
    );
  return { resolved, changes, wait };
};
const FOLDERS = Array.from({ length: 64 }, (_, at) => `/mnt/usb1/ann/${at}`);

it('resolves a few folders of a user in each iteration of the event loop, however many waits begin at once', async () => {
  const { resolved, changes, wait } = setUp();
  const { cursor } = await wait('ann', '', []);
  const waits = Array.from({ length: 600 }, () => wait('ann', cursor, FOLDERS));
  let most = 0;
  for (let iteration = 0; iteration < 2000; iteration++) {
    const before = resolved.length;
    await nextIteration();
    most = Math.max(most, resolved.length - before);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(32);
  // Sixteen waits remain, and those that ended resolved nothing.
  expect(resolved).toHaveLength(16 * FOLDERS.length);
  changes.close();
  await Promise.all(waits);
});

it('resolves the folders of another user beside 600 waits', async () => {
  const { resolved, changes, wait } = setUp();
  const { cursor } = await wait('ann', '', []);
  const waits = Array.from({ length: 600 }, () => wait('ann', cursor, FOLDERS));
  const other = wait('bob', cursor, FOLDERS.slice(0, 1));
  await expect.poll(() => resolved.includes('bob'), { interval: 1 }).toBe(true);
  expect(resolved.indexOf('bob')).toBeLessThan(100);
  changes.close();
  await Promise.all([...waits, other]);
});

it('a wait that ends before its folders are resolved leaves their changes for the next call', async () => {
  const { changes, wait } = setUp();
  const { cursor } = await wait('ann', '', []);
  const waiting = wait('ann', cursor, FOLDERS);
  changes.folder('/a');
  changes.release();
  expect(await waiting).toMatchObject({ cursor, folders: [], everything: 0 });
});
