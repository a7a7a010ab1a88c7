import { left, right } from '@boxwood/command-bus';
import { BehaviorSubject, EMPTY, firstValueFrom, NEVER, Subject } from 'rxjs';
import { expect, it } from 'vitest';
import type { BoxEvent } from '../events/box-event.ts';
import { newTabId } from '../browser/browser-page.ts';
import type { Recorded } from '../store/recorded.ts';
import { NO_OFFLINE_QUEUE } from '../testing/files-fixture.ts';
import { createReplyClient } from '../testing/reply-client.ts';
import { BoxFavourites } from './box-favourites.ts';

const one = { id: 7, path: '/mnt/usb1/ann/Letters', folder: 1, gone: 0 };
const settle = () => new Promise((resolve) => setTimeout(resolve));
const createFavourites = (list: () => readonly object[]) => {
  const { client, requests } = createReplyClient((cmd) => (cmd === 'FAVLIST' ? { list: list() } : { id: 9 }));
  const batches$ = new Subject<readonly Recorded<BoxEvent>[]>();
  const favourites = new BoxFavourites({
    box: client,
    store: { batches$ },
    offlineQueue: NO_OFFLINE_QUEUE,
    visible$: new BehaviorSubject(true),
    retry$: NEVER,
  });
  return {
    favourites,
    requests: () => requests.map(({ cmd, params }) => `${cmd} ${JSON.stringify(params)}`),
    batches$,
  };
};

it('are read while somebody watches, again when the box tells of them, and after each act', async () => {
  let list: readonly object[] = [one];
  const { favourites, requests: requests, batches$ } = createFavourites(() => list);
  await settle();
  expect(requests()).toEqual([]);
  const watch = favourites.watch();
  await settle();
  expect(favourites.list$.value).toEqual([{ id: 7, path: one.path, isFolder: true, isMissing: false }]);
  list = [{ ...one, gone: 1 }];
  batches$.next([
    {
      ...({ seq: 1, origin: newTabId(), at: 0, cause: 'box' } as const),
      event: { type: 'BoxChanged', data: { folders: [], areas: ['favourites'], everything: false } },
    },
  ]);
  await settle();
  expect(favourites.list$.value[0]?.isMissing).toBe(true);
  expect(await firstValueFrom(favourites.add('/mnt/usb1/ann/Films'))).toEqual(right(null));
  expect(await firstValueFrom(favourites.remove(one.path))).toEqual(right(null));
  // Removing a path that is no favourite sends no request.
  expect(await firstValueFrom(favourites.remove('/mnt/usb1/ann/else'))).toEqual(right(null));
  await settle();
  const listed = 'FAVLIST []';
  expect(requests().filter((each) => each !== listed)).toEqual(['FAVPUT ["/mnt/usb1/ann/Films"]', 'FAVDEL ["7"]']);
  expect(requests().at(-1)).toBe(listed);
  watch.close();
});

it('a box that keeps none says so; before it answered it may', async () => {
  const unknown = left({ _tag: 'Refused', family: 'GEN', code: 19, fields: {} });
  const favourites = new BoxFavourites({
    store: { batches$: EMPTY },
    offlineQueue: NO_OFFLINE_QUEUE,
    visible$: new BehaviorSubject(true),
    retry$: NEVER,
    box: { exec: () => () => Promise.resolve(unknown as never) },
  });
  expect(favourites.isSupported$.value).toBe(true);
  favourites.watch();
  await settle();
  expect([favourites.isSupported$.value, favourites.list$.value]).toEqual([false, []]);
});
