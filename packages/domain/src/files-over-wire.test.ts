import { ListFiles, MoveFile, MakeFolder, toFileEntry, TrashFiles } from '@boxwood/box-sdk';
import type { CommandSpec, ParamsOf } from '@boxwood/command-bus';
import { createClient } from '@boxwood/command-bus';
import { createRouter, localTransport, Refusal } from '@boxwood/command-bus/server';
import { map } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { BoxFiles } from './files/box-files.ts';
import { BoxNotifications } from './notifications/box-notifications.ts';
import { fromTask, mapRight } from './outcome.ts';
import { BrowserSettings } from './settings/browser-settings.ts';
import { MemoryKeyValue } from './testing/memory-key-value.ts';
import { idCounter, testStore } from './testing/test-store.ts';
import { LOAD_UNDO_EXECUTOR, NO_OFFLINE_QUEUE } from './testing/files-fixture.ts';
import { FilesBox } from './testing/files-box.ts';

const FOLDER = '/mnt/usb1/ann';

/** The file area connected to a box router through the SDK's own commands: JSON both ways, no sockets. */
const createFixture = () => {
  const names = new Set(['a.txt', 'b.txt']);
  const faults: unknown[] = [];
  let signal: AbortSignal | undefined;
  const router = createRouter({
    commands: { files: { list: ListFiles, move: MoveFile, makeFolder: MakeFolder }, trash: { put: TrashFiles } },
    handlers: {
      files: {
        list: ({ path, count }) => {
          if (path === `${FOLDER}/stuck`) return new Promise(() => undefined);
          if (count === 1) {
            if (!names.has(path.slice(FOLDER.length + 1))) throw new Refusal(6);
            return { sum: 1, file_list: [] };
          }
          return { sum: names.size, file_list: [...names].map((n) => ({ n, t: 0, k: n, m: 1, s: 5 })) };
        },
        move: ({ source, target }) => {
          if (!names.delete(source.slice(FOLDER.length + 1))) throw new Refusal(15);
          names.add(target.slice(FOLDER.length + 1));
          return {};
        },
        makeFolder: () => ({ existed: false }),
      },
      trash: {
        put: ({ paths }) => {
          for (const path of paths) names.delete(path.slice(FOLDER.length + 1));
          return { failed: paths.filter((path) => path.endsWith('kept')).map((path) => ({ path, error: 13 })) };
        },
      },
    },
    context: () => null,
    onFault: (fault) => faults.push(fault),
  });
  const client = createClient({
    baseUrl: 'http://box',
    transport: localTransport(router),
    identity: () => ({ username: 'ann', token: 't' }),
  });
  const ask = <C extends CommandSpec>(command: C, params: ParamsOf<C>) =>
    fromTask((given) => {
      signal = given;
      return client.exec(command, params, { signal: given });
    });
  const port = new FilesBox();
  Object.assign(port, {
    page: ({ location, limit }: { location: { path: string }; limit: number }) =>
      ask(ListFiles, { path: location.path, count: limit, hasbaseinfo: 0 }).pipe(
        mapRight(({ sum, file_list }) => ({
          total: sum,
          entries: file_list.map((item) => toFileEntry(item, location.path)),
          last: null,
        })),
      ),
    exists: (path: string) =>
      ask(ListFiles, { path, count: 1, hasbaseinfo: 0 }).pipe(
        map((result) => {
          if (result._tag === 'Right') return { _tag: 'Right', right: true };
          return result.left._tag === 'Refused' && result.left.code === 6 ? { _tag: 'Right', right: false } : result;
        }),
      ),
    rename: (source: string, target: string) => ask(MoveFile, { source, target }),
    trash: (paths: readonly string[]) =>
      ask(TrashFiles, { paths }).pipe(mapRight(({ failed }) => ({ failed: failed?.length ?? 0 }))),
  });
  const store = testStore();
  const notifications = new BoxNotifications(store, { now: () => 0 }, idCounter('n'));
  const files = new BoxFiles({
    store,
    port,
    settings: new BrowserSettings(new MemoryKeyValue(), null),
    notifications,
    offlineQueue: NO_OFFLINE_QUEUE,
    username: 'ann',
    loadUndoExecutor: LOAD_UNDO_EXECUTOR,
  });
  return { files, names, faults, notifications, aborted: () => signal?.aborted };
};

describe('services over the wire', () => {
  it('RENAME-01, FILES-49, FILES-51: list, rename and trash through the SDK, the router and JSON; the view follows each change', async () => {
    const { files, names, faults, notifications } = createFixture();
    const view = files.view({ place: 1, path: FOLDER });
    const shown = () => view.state$.value.entries.map(({ name }) => name);
    await vi.waitFor(() => expect(shown()).toEqual(['a.txt', 'b.txt']));
    const [first, second] = view.state$.value.entries;
    if (first === undefined || second === undefined) throw new Error('two entries');
    files.rename(first, 'c.txt', 1);
    await vi.waitFor(() => expect(shown()).toEqual(['b.txt', 'c.txt']));
    files.rename(second, 'c.txt', 1);
    await vi.waitFor(() =>
      expect(notifications.list$.value.at(-1)?.failure).toMatchObject({ messageKey: 'rename.targetExists' }),
    );
    files.remove([second], 1);
    await vi.waitFor(() => expect(shown()).toEqual(['c.txt']));
    expect([...names]).toEqual(['c.txt']);
    files.rename(first, 'd.txt', 1);
    await vi.waitFor(() =>
      expect(notifications.list$.value.at(-1)?.failure).toMatchObject({ _tag: 'Refused', family: 'GEN', code: 15 }),
    );
    expect(faults).toEqual([]);
    files.close();
  });

  it('leaving a folder whose listing hangs aborts the request', async () => {
    const { files, aborted } = createFixture();
    const view = files.view({ place: 1, path: `${FOLDER}/stuck` });
    await vi.waitFor(() => expect(aborted()).toBe(false));
    view.close();
    expect(aborted()).toBe(true);
  });
});
