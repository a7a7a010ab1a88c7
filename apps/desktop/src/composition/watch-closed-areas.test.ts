import { AddTask, copyTask, ListFiles, MakeFolder } from '@boxwood/box-sdk';
import { createClient, right, type Transport } from '@boxwood/command-bus';
import { expect, it } from 'vitest';
import { watchClosedAreas } from './watch-closed-areas.ts';

/** A box that refuses every call with 13, except listings of the folders in `open`. */
const fresh = (open: readonly string[] = []) => {
  const calls: string[] = [];
  const cold: string[] = [];
  const transport: Transport = {
    reportsProgress: false,
    exchange: ({ url, body }) => {
      const listed = url.endsWith('/fsnotify');
      calls.push(url.slice(url.lastIndexOf('/')));
      const asked = typeof body === 'string' ? body : '';
      const yes = listed && open.some((place) => asked.includes(`\\"path\\":\\"${place}`));
      const reply = yes ? { error: 0, sum: 0, file_list: [] } : { error: 13 };
      return Promise.resolve(right({ status: 200, text: () => Promise.resolve(JSON.stringify(reply)) }));
    },
  };
  const box = watchClosedAreas(createClient({ baseUrl: 'http://box.test', transport }), (area) => cold.push(area));
  return { box, calls, cold };
};

it.each([
  ['/mnt/usb1/ann/.safe_home/letters', ['private']],
  ['/mnt/usb1/ann/.safebox', ['safe']],
  ['/mnt/usb1/ann/trip', []],
  ['/mnt/usb1/ann/trip/.safe_home', []],
])('SAFE-05: a listing of %s that is refused with 13 closes %j', async (path, closed) => {
  const { box, calls, cold } = fresh();
  const result = await box.exec(ListFiles, { path, count: 500, hasbaseinfo: 0 })();
  expect(result).toMatchObject({ _tag: 'Left', left: { code: 13 } });
  expect(cold).toEqual(closed);
  expect(calls).toEqual(['/fsnotify']);
});

it('SAFE-05: any other refusal below an area is believed only when its listing is refused as well', async () => {
  const shut = fresh();
  await shut.box.exec(MakeFolder, { path: '/mnt/usb1/ann/.safe_home/new' })();
  expect(shut.cold).toEqual(['private']);
  expect(shut.calls).toEqual(['/eshell', '/fsnotify']);
  const open = fresh(['/mnt/usb1/ann/.safebox']);
  await open.box.exec(AddTask, copyTask('ann', '/mnt/usb1/ann/a.txt', '/mnt/usb1/ann/.safebox'))();
  expect(open.cold).toEqual([]);
});
