import { ListFiles, MakeFolder } from '@boxwood/box-sdk';
import { type Client, left, right } from '@boxwood/command-bus';
import { type ConnectionState, State } from '@boxwood/domain';
import { expect, it, vi } from 'vitest';
import { FolderCache } from './folder-cache.ts';

const HOME = { path: '/mnt/usb1/ann', count: 5, hasbaseinfo: 0 } as const;
const item = (n: string, t: number) => ({ n, t, k: '', s: 0, c: 1, m: 1 });
const silent = left({ _tag: 'Network', cause: null } as const);

const createFixture = () => {
  const line = new State<ConnectionState>('ok');
  const asked: string[] = [];
  let answer: unknown = right({ sum: 2, file_list: [item('a', 5), item('b', 1)] });
  const client: Pick<Client, 'exec'> = {
    exec: (command) => () => {
      asked.push(command.name);
      return Promise.resolve(answer as never);
    },
  };
  const renew = vi.fn<() => void>();
  const recall = new FolderCache(client, line.stream, renew);
  return { line, asked, recall, renew, answers: (next: unknown) => (answer = next) };
};

it('shows a folder as it was while nobody answers, and asks for all of it anew when the line is back', async () => {
  const { line, recall, renew, answers, asked } = createFixture();
  const seen = await recall.exec(ListFiles, HOME)();
  answers(silent);
  // While online a failure is reported, and so is a folder that is not cached.
  expect(await recall.exec(ListFiles, HOME)()).toEqual(silent);
  line.set('lost');
  expect(await recall.exec(ListFiles, HOME)()).toEqual(seen);
  expect(await recall.exec(ListFiles, { ...HOME, path: '/mnt/usb1/ann/b' })()).toEqual(silent);
  expect(await recall.exec(MakeFolder, { path: '/mnt/usb1/ann/b' })()).toEqual(silent);
  // A picker that lists only folders gets them from the cached full listing.
  expect(await recall.exec(ListFiles, { ...HOME, count: 500, folderonly: 1 })()).toEqual(
    right({ sum: 1, file_list: [item('a', 5)] }),
  );
  expect(await recall.exec(ListFiles, { ...HOME, regex: 'a' })()).toEqual(silent);
  // A refusal by the box is not replaced by the cache.
  const no = left({ _tag: 'Refused', family: 'GEN', code: 6, fields: {} } as const);
  answers(no);
  expect(await recall.exec(ListFiles, HOME)()).toEqual(no);
  expect(asked).toHaveLength(8);
  line.set('ok');
  line.set('offline');
  line.set('ok');
  expect(renew).toHaveBeenCalledTimes(1);
  recall.close();
});

it('remembers the folders of lately, not all of them', async () => {
  const { line, recall, answers } = createFixture();
  for (let at = 0; at < 80; at += 1) await recall.exec(ListFiles, { ...HOME, path: `/mnt/usb1/ann/${at}` })();
  line.set('offline');
  answers(silent);
  expect((await recall.exec(ListFiles, { ...HOME, path: '/mnt/usb1/ann/79' })())._tag).toBe('Right');
  expect((await recall.exec(ListFiles, { ...HOME, path: '/mnt/usb1/ann/0' })())._tag).toBe('Left');
});

it('what lies behind a second password is not remembered', async () => {
  const { line, recall, answers } = createFixture();
  const safe = { ...HOME, path: '/mnt/usb1/ann/.safebox/letters' };
  await recall.exec(ListFiles, safe)();
  line.set('offline');
  answers(silent);
  expect(await recall.exec(ListFiles, safe)()).toEqual(silent);
});
