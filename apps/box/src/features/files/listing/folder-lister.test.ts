import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileListQuery, FilePage, ShortItem } from '@boxwood/box-sdk';
import { FilePage as FilePageCodec, ListFiles } from '@boxwood/box-sdk';
import { encodeResult } from '@boxwood/command-bus';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { callerFor } from '../../../storage/vault/index.ts';
import { compareBytes, compareText, decimalText, naturalKey } from './natural-sort-key.ts';
import type { TestFiles } from '../file-test-helpers.ts';
import { createTestFiles } from '../file-test-helpers.ts';
import { connectedSignal } from '../../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestFiles;
let home = '';
const ann = callerFor('ann');

const NAMES = [
  '1',
  '2',
  '10',
  'A2',
  'a9',
  'a10',
  'b1',
  '贝贝',
  '长沙',
  '成都',
  '重庆',
  '张三.jpg',
  'a2',
  'movie 3.mkv',
  'song.MP3',
  'notes.txt',
  'x.tmp',
  'IMG_2.jpg',
  'IMG_10.jpg',
  '.hidden',
  'é',
  'we ird\n"name"',
  'back\\slash',
  '07.txt',
  '007.txt',
];

beforeAll(() => {
  box = createTestFiles();
  home = join(box.root, 'usb1/ann');
  for (const dot of ['.Trash', '.safebox', '.safe_home', '.share2me', '.boxwood', '.config'])
    mkdirSync(join(home, 'sub', dot), { recursive: true });
  for (const dot of ['.Trash', '.safebox', '.safe_home', '.share2me', '.boxwood-part-1']) mkdirSync(join(home, dot));
  for (const [index, name] of NAMES.entries()) {
    writeFileSync(join(home, name), 'x'.repeat(index % 4));
    utimesSync(join(home, name), 1, 1_600_000_000 + (index % 3));
  }
  for (const folder of ['zoo', 'Docs', '图片 1']) mkdirSync(join(home, folder));
  symlinkSync('/etc', join(home, 'link'));
});
afterAll(() => box.close());

const list = (query: Partial<FileListQuery> = {}): Promise<FilePage> =>
  box.lister.list(ann, { path: '/mnt/usb1/ann', count: 1000, hasbaseinfo: 0, ...query }, connectedSignal());
const names = async (query: Partial<FileListQuery> = {}) => (await list(query)).file_list.map(({ n }) => n);
const byName = (name: string) => (page: FilePage) => page.file_list.find(({ n }) => n === name);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 0,
    (failure: unknown) => (failure instanceof Error && 'code' in failure ? failure.code : failure),
  );

/** A second, slow implementation of the order of G-13 and G-14. */
const expected = (items: readonly ShortItem[], order: number, desc: boolean, dirfirst: boolean): string[] => {
  const group = ({ t }: ShortItem) => (dirfirst && !(t === 5 || t === 100) ? 1 : 0);
  const value = (item: ShortItem): number | string =>
    order === 1
      ? naturalKey(item.n)
      : order === 2
        ? (item.c ?? item.m)
        : order === 3
          ? item.m
          : order === 4
            ? item.s
            : Number(decimalText(item.n) || NaN);
  const compare = (a: ShortItem, b: ShortItem): number => {
    const [left, right] = [value(a), value(b)];
    if (typeof left === 'string' || typeof right === 'string')
      return compareText(String(left), String(right)) * (desc ? -1 : 1);
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return (left - right) * (desc ? -1 : 1);
  };
  return [...items]
    .sort(
      (a, b) =>
        group(a) - group(b) || compare(a, b) || compareText(naturalKey(a.n), naturalKey(b.n)) || compareBytes(a.n, b.n),
    )
    .map(({ n }) => n);
};

describe('LIST', () => {
  it('FILES-39, FILES-40, SDK-010: items carry name, type, key, time and size, and decode', async () => {
    const page = await list();
    expect(FilePageCodec.is(page)).toBe(true);
    expect(byName('zoo')(page)).toMatchObject({ t: 5, s: 0, k: 'zoo' });
    expect(byName('link')(page)).toMatchObject({ t: 100 });
    expect(byName('song.MP3')(page)).toMatchObject({ t: 1, s: 2, m: 1_600_000_002 });
    expect(byName('movie 3.mkv')(page)?.t).toBe(2);
    expect(byName('IMG_10.jpg')(page)).toMatchObject({ t: 3, k: 'img_210.jpg' });
    expect(byName('notes.txt')(page)?.t).toBe(4);
    expect(byName('x.tmp')(page)?.t).toBe(50);
  });

  it('G-15, G-68: dot folders of the place never appear; other hidden names only when asked for', async () => {
    const all = await list({ withhidden: 1 });
    expect(all.file_list.map(({ n }) => n).filter((name) => name.startsWith('.'))).toEqual(['.hidden']);
    expect(await names()).not.toContain('.hidden');
    expect((await list()).sum).toBe(NAMES.length - 1 + 5);
    const deeper = await list({ path: '/mnt/usb1/ann/sub', withhidden: 1 }).catch(() => null);
    expect(deeper?.file_list.map(({ n }) => n)).toEqual(['.config', '.safe_home', '.safebox', '.share2me', '.Trash']);
  });

  it('FILES-41, FILES-68: folderonly, regonly and type filter; both flags at once are refused', async () => {
    expect(await names({ folderonly: 1 })).toEqual(['Docs', 'link', 'sub', '图片 1', 'zoo']);
    expect((await list({ regonly: 1 })).file_list.some(({ t }) => t === 5 || t === 100)).toBe(false);
    expect(await names({ type: 3 })).toEqual(['IMG_2.jpg', 'IMG_10.jpg', '张三.jpg']);
    expect(await codeOf(list({ folderonly: 1, regonly: 1 }))).toBe(4);
    expect(await codeOf(list({ order: 5 }))).toBe(11);
    expect(await codeOf(list({ hasbaseinfo: 1 }))).toBe(4);
  });

  it('SDK-012: count 0 gives the sum alone, count 1 the item itself, 6 when it is absent', async () => {
    expect(await list({ count: 0 })).toEqual({ sum: NAMES.length - 1 + 5, file_list: [] });
    expect(await list({ path: '/mnt/usb1/ann/notes.txt', count: 1 })).toMatchObject({
      sum: 1,
      file_list: [{ n: 'notes.txt', t: 4 }],
    });
    expect(await list({ path: '/mnt/usb1/ann', count: 1 })).toMatchObject({ file_list: [{ n: 'ann', t: 5 }] });
    expect(await codeOf(list({ path: '/mnt/usb1/ann/none', count: 1 }))).toBe(6);
    expect(await codeOf(list({ path: '/mnt/usb1/ann/none' }))).toBe(6);
    expect(await codeOf(list({ path: '/mnt/usb1/ann/notes.txt' }))).toBe(15);
    expect(await codeOf(list({ path: '/mnt/usb1/ann/link' }))).toBe(15);
    expect(await codeOf(list({ path: '/mnt/usb1/bob' }))).toBe(13);
    // A place that is still empty exists as an empty folder.
    expect(await list({ path: '/mnt/usb1/shared-files' })).toEqual({ sum: 0, file_list: [] });
    expect(await list({ path: '/mnt/usb1/shared-files', count: 1 })).toMatchObject({
      file_list: [{ n: 'shared-files', t: 5 }],
    });
    expect(await codeOf(list({ path: '/mnt/usb1/shared-files/none', count: 1 }))).toBe(6);
  });

  it('FILES-49: paging by cursor gives every item once, in order, for all orders and page sizes', async () => {
    const { file_list: items } = await list({ withhidden: 1 });
    const query = fc.record({
      order: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 6 as const),
      desc: fc.constantFrom(0 as const, 1 as const),
      dirfirst: fc.constantFrom(0 as const, 1 as const),
      count: fc.integer({ min: 2, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const seen: string[] = [];
        let last: ShortItem | undefined;
        for (;;) {
          const cursor =
            last === undefined
              ? { hasbaseinfo: 0 as const }
              : { hasbaseinfo: 1 as const, baseinfo: { n: last.n, t: last.t, k: last.k } };
          const page = await list({ ...asked, withhidden: 1, ...cursor });
          expect(page.sum).toBe(items.length);
          seen.push(...page.file_list.map(({ n }) => n));
          last = page.file_list.at(-1);
          if (page.file_list.length < asked.count) break;
        }
        expect(seen).toEqual(expected(items, asked.order, asked.desc === 1, asked.dirfirst === 1));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('a cursor goes on after an item that is gone, and changes on the disk are seen at once', async () => {
    const path = '/mnt/usb1/ann/moving';
    const real = join(home, 'moving');
    mkdirSync(real);
    for (let index = 0; index < 20; index += 1) writeFileSync(join(real, `f${index}`), '');
    const first = await list({ path, count: 10 });
    const last = first.file_list[9];
    if (last === undefined) throw new Error('no page');
    rmSync(join(real, last.n));
    writeFileSync(join(real, 'f9b'), '');
    const rest = await list({ path, hasbaseinfo: 1, baseinfo: { n: last.n, t: last.t, k: last.k } });
    expect(rest.file_list.map(({ n }) => n)).toEqual([
      'f9b',
      ...Array.from({ length: 10 }, (_, index) => `f${index + 10}`),
    ]);
    rmSync(real, { recursive: true });
  });

  it('a folder that was just listed is not shown through a link that leads to another', async () => {
    mkdirSync(join(home, 'way/inner'), { recursive: true });
    mkdirSync(join(home, 'elsewhere/inner'), { recursive: true });
    writeFileSync(join(home, 'way/inner/mine.txt'), '');
    writeFileSync(join(home, 'elsewhere/inner/other.txt'), '');
    const path = '/mnt/usb1/ann/way/inner';
    expect(await names({ path })).toEqual(['mine.txt']);
    renameSync(join(home, 'way'), join(home, 'way.old'));
    symlinkSync(join(home, 'elsewhere'), join(home, 'way'));
    await expect(list({ path })).rejects.toMatchObject({ code: 15 });
    rmSync(join(home, 'way'));
    renameSync(join(home, 'way.old'), join(home, 'way'));
    expect(await names({ path })).toEqual(['mine.txt']);
    for (const name of ['way', 'elsewhere']) rmSync(join(home, name), { recursive: true });
  });

  it('FILES-60: images get their md512kb without making the listing wait', async () => {
    const content = Buffer.alloc(600_000, 'photo');
    mkdirSync(join(home, 'pictures'));
    writeFileSync(join(home, 'pictures/p.jpg'), content);
    writeFileSync(join(home, 'pictures/p.txt'), content);
    const path = '/mnt/usb1/ann/pictures';
    expect((await list({ path })).file_list[0]?.h).toBeUndefined();
    await box.hashes.whenIdle();
    const md5 = createHash('md5').update(content.subarray(0, 524_288)).digest('hex');
    expect((await list({ path })).file_list.map(({ h }) => h)).toEqual([md5, undefined]);
    expect((await list({ path: `${path}/p.jpg`, count: 1 })).file_list[0]?.h).toBe(md5);
    expect((await box.hashes.findFile(ann, md5))?.wire).toBe(`${path}/p.jpg`);
    expect(await box.hashes.findFile(callerFor('bob'), md5)).toBeUndefined();
    box.grants.push({ to: 'bob', sharer: 'ann', name: 'Pics', path });
    expect((await box.hashes.findFile(callerFor('bob'), md5))?.wire).toBe('/mnt/usb1/bob/.share2me/ann/Pics/p.jpg');
    box.grants.length = 0;
    // A page for other contents under the same name is neither returned nor cached.
    writeFileSync(join(home, 'pictures/p.jpg'), 'another');
    expect(await box.hashes.findFile(ann, md5)).toBeUndefined();
  });

  it("a page that was finished for one person is nobody else's who may not see the folder, and none of what the folder is no more", async () => {
    mkdirSync(join(home, 'many'));
    for (let at = 0; at < 100; at += 1) writeFileSync(join(home, `many/${at}.txt`), '');
    const asked = { path: '/mnt/usb1/ann/many', count: 500, hasbaseinfo: 0 } as const;
    const as = (name: string, path: string = asked.path) =>
      box.lister.list(callerFor(name), { ...asked, path }, connectedSignal());
    const answered = async (page: Promise<FilePage>): Promise<boolean> => {
      const made = await page;
      const isKept = box.pages.get(ListFiles, made) !== undefined;
      if (!isKept) box.pages.put(ListFiles, made, encodeResult(ListFiles, made));
      return isKept;
    };
    expect(await answered(list(asked))).toBe(false);
    expect(await answered(list(asked))).toBe(true);
    expect(
      await answered(box.lister.listDirect(ann, { ...asked, mode: 0, desc: 0, dirfirst: 1 }, connectedSignal())),
    ).toBe(false);
    expect(await codeOf(as('bob'))).toBe(13);
    box.grants.push({ to: 'bob', sharer: 'ann', name: 'Many', path: asked.path });
    const shared = '/mnt/usb1/bob/.share2me/ann/Many';
    expect(await answered(as('bob', shared))).toBe(true);
    expect((await as('bob', shared)).file_list).toEqual((await list(asked)).file_list);
    box.grants.length = 0;
    expect(await codeOf(as('bob', shared))).not.toBe(0);
    writeFileSync(join(home, 'many/new.txt'), '');
    expect(await answered(list(asked))).toBe(false);
    expect((await list(asked)).sum).toBe(101);
    rmSync(join(home, 'many'), { recursive: true });
  });

  it('names that are no text are listed with a name that finds them again', async () => {
    const real = join(home, 'odd');
    mkdirSync(real);
    writeFileSync(Buffer.concat([Buffer.from(`${real}/`), Buffer.from([0x62, 0xe4, 0xff])]), 'odd');
    const [item] = (await list({ path: '/mnt/usb1/ann/odd' })).file_list;
    expect(await list({ path: `/mnt/usb1/ann/odd/${item?.n ?? ''}`, count: 1 })).toMatchObject({
      file_list: [{ s: 3 }],
    });
  });
});

describe('FSLIST', () => {
  it('FILES-42: sorts by name, size, type and time in its own numbers', async () => {
    const direct = async (mode: 0 | 1 | 2 | 3, desc: 0 | 1) =>
      (
        await box.lister.listDirect(
          ann,
          {
            path: '/mnt/usb1/ann',
            mode,
            desc,
            dirfirst: 0,
            count: 1000,
            hasbaseinfo: 0,
            regonly: 1,
          },
          connectedSignal(),
        )
      ).file_list;
    const sizes = (await direct(1, 1)).map(({ s }) => s);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const types = (await direct(2, 0)).map(({ t }) => t);
    expect(types).toEqual([...types].sort((a, b) => a - b));
    expect((await direct(3, 0)).at(-1)?.k).toBe('1600000002');
    expect((await direct(0, 0))[0]?.n).toBe('1');
  });

  it('lists mounts as type 777', async () => {
    mkdirSync(join(box.root, 'extdev/STICK'), { recursive: true });
    const page = await box.lister.listDirect(
      ann,
      {
        path: '/mnt/extdev',
        mode: 0,
        desc: 0,
        dirfirst: 1,
        count: 500,
        hasbaseinfo: 0,
      },
      connectedSignal(),
    );
    expect(page.file_list.map(({ n, t }) => [n, t])).toEqual([['STICK', 777]]);
    const top = await box.lister.listDirect(
      ann,
      {
        path: '/mnt',
        mode: 0,
        desc: 0,
        dirfirst: 1,
        count: 500,
        hasbaseinfo: 0,
      },
      connectedSignal(),
    );
    expect(top.sum).toBe(5);
  });
});
