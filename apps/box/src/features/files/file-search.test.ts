import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileListQuery, SearchQuery } from '@boxwood/box-sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import { callerFor } from '../../storage/vault/index.ts';
import type { TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { Files } from './files.ts';
import { compileNameTest, requiredTexts } from './search/name-pattern.ts';
import { renameMigrations } from './batch-renames.ts';
import { pinyinVariants } from './listing/natural-sort-key.ts';
import { fileHashMigrations } from './file-hash-tables.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestVault;
let files: Files;
const troubles: unknown[] = [];
const ann = callerFor('ann');
const write = (path: string, content = '') => {
  const real = join(box.root, path);
  mkdirSync(join(real, '..'), { recursive: true });
  writeFileSync(real, content);
};

const open = () =>
  new Files({
    vault: box.vault,
    database: box.database,
    journal: createJournal(box.database, () => 1),
    clock: { now: () => Date.now() },
    stateDir: join(box.root, 'state'),
    changes: new ChangeFeed(),
    onWarning: (...trouble) => troubles.push(trouble),
  });

beforeAll(async () => {
  box = createTestVault([...fileHashMigrations, ...renameMigrations, ...journalMigrations]);
  for (const name of [
    'Report 2023.pdf',
    'report-2024.PDF',
    'my report.txt',
    'photo.jpg',
    '家庭照片.jpg',
    '照片 1.jpg',
    'É.txt',
    'a%b_c\\d.txt',
  ])
    write(`usb1/ann/docs/${name}`, 'x'.repeat(name.length));
  write('usb1/ann/docs/deep/er/report.txt');
  write('usb1/ann/docs/.hidden/report.txt');
  write('usb1/ann/.safebox/report secret.txt');
  write('usb1/ann/.safe_home/report private.txt');
  write('usb1/ann/.Trash/report trashed.txt');
  write('usb1/ann/docs/.boxwood-part/report part.txt');
  write('usb1/bob/report of bob.txt');
  write('usb1/bob/my-shares/Trip/report of the trip.txt');
  write('usb1/shared-files/public report.txt');
  write('usb2/ann/second report.txt');
  write('extdev/STICK/stick report.txt');
  symlinkSync(join(box.root, 'usb1/bob'), join(box.root, 'usb1/ann/docs/to-bob'));
  files = open();
  files.start();
  await files.whenIndexed();
});
afterAll(async () => {
  await files.close();
  box.remove();
});

const list = (regex: string, query: Partial<FileListQuery> = {}, caller = ann) =>
  files.search.list(caller, { path: '/mnt/usb1/ann', count: 50, hasbaseinfo: 0, regex, ...query }, connectedSignal());
const names = async (...query: Parameters<typeof list>) => (await list(...query)).file_list.map(({ n }) => n);
const search = (roots: SearchQuery['roots'], regex: string, query: Partial<SearchQuery> = {}) =>
  files.search.search(ann, { roots, regex, count: 50, hasbaseinfo: 0, ...query }, connectedSignal());

describe('LIST with regex (G-16)', () => {
  it('FILES-68: finds names anywhere below, without case, with their folders; links, trash, safe and private are left out', async () => {
    const page = await list('report');
    expect(page.file_list.map(({ n, p }) => [n, p])).toEqual([
      ['my report.txt', '/mnt/usb1/ann/docs'],
      ['Report 2023.pdf', '/mnt/usb1/ann/docs'],
      ['report-2024.PDF', '/mnt/usb1/ann/docs'],
      ['report.txt', '/mnt/usb1/ann/docs/deep/er'],
    ]);
    expect(page.sum).toBe(4);
    expect(await names('report', { path: '/mnt/usb1/ann/docs/deep' })).toEqual(['report.txt']);
    expect((await list('report', { withhidden: 1 })).sum).toBe(5);
  });

  it('two Chinese characters, signs of LIKE, letters with accents, real expressions', async () => {
    expect(await names('照片')).toEqual(['家庭照片.jpg', '照片 1.jpg']);
    expect(await names('%b_')).toEqual(['a%b_c\\d.txt']);
    expect(await names('\\\\d')).toEqual(['a%b_c\\d.txt']);
    expect(await names('é')).toEqual(['É.txt']);
    expect(await names('^report.*\\d{4}\\.pdf$')).toEqual(['Report 2023.pdf', 'report-2024.PDF']);
    expect(await names('photo|照片')).toEqual(['家庭照片.jpg', 'photo.jpg', '照片 1.jpg']);
    expect(await names('.', { type: 5 })).toEqual(['deep', 'docs', 'er']);
  });

  it('Chinese names are found by their syllables and by the first letters of them, with what else is in them', async () => {
    expect(await names('jiating')).toEqual(['家庭照片.jpg']);
    expect(await names('JTZP')).toEqual(['家庭照片.jpg']);
    expect(await names('zp')).toEqual(['家庭照片.jpg', '照片 1.jpg']);
    expect(await names('zhaopian 1')).toEqual(['照片 1.jpg']);
    expect(await names('^zp.*\\.jpg$')).toEqual(['照片 1.jpg']);
    expect(await names('zhaopain')).toEqual([]);
    // On a disk that is read for the search.
    write('extdev/STICK/会议文件.txt');
    const found = async (regex: string) =>
      (await files.search.list(ann, { path: '/mnt/extdev/STICK', count: 50, hasbaseinfo: 0, regex }, connectedSignal()))
        .sum;
    expect([await found('wenjian'), await found('hywj'), await found('zp')]).toEqual([1, 1, 0]);
    rmSync(join(box.root, 'extdev/STICK/会议文件.txt'));
  });

  it('outside the dialect is 11, and what is not theirs is 13, and nothing there is 6', async () => {
    for (const bad of ['(', '(?=a)', '(a)\\1', 'a{2000}', 'x'.repeat(129)])
      await expect(list(bad), bad).rejects.toMatchObject({ code: 11 });
    await expect(list('a', { path: '/mnt/usb1/bob' })).rejects.toMatchObject({ code: 13 });
    await expect(list('a', { path: '/mnt/usb1/ann/none' })).rejects.toMatchObject({ code: 6 });
    await expect(list('a', { path: '/mnt/usb1/ann/docs/photo.jpg' })).rejects.toMatchObject({ code: 15 });
    await expect(list('a', { path: '/mnt/usb1/ann/.safe_home' })).rejects.toMatchObject({ code: 13 });
  });

  it('an unlocked private folder, a device and a granted folder are searched too', async () => {
    const unlocked = callerFor('ann', ['home']);
    expect(await names('report', { path: '/mnt/usb1/ann/.safe_home' }, unlocked)).toEqual(['report private.txt']);
    expect(await names('report', { path: '/mnt/extdev/STICK' })).toEqual(['stick report.txt']);
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'T', path: '/mnt/usb1/bob/my-shares/Trip' });
    const shared = await list('report', { path: '/mnt/usb1/ann/.share2me/bob/T' });
    expect(shared.file_list).toMatchObject([{ n: 'report of the trip.txt', p: '/mnt/usb1/ann/.share2me/bob/T' }]);
    box.grants.length = 0;
  });

  it('pages go on after the last item, also between equal names in different folders', async () => {
    for (let index = 0; index < 12; index += 1) write(`usb1/ann/same/${index}/same name.txt`, 'x'.repeat(index % 3));
    files.fileChanged(box.vault.resolve(ann, '/mnt/usb1/ann/same', 'read'));
    for (const order of [1, 3, 4, 6] as const)
      for (const desc of [0, 1] as const) {
        const seen: (string | undefined)[] = [];
        let cursor: Partial<FileListQuery> = {};
        for (;;) {
          const page = await list('same name', { order, desc, count: 5, ...cursor });
          expect(page.sum).toBe(12);
          seen.push(...page.file_list.map(({ p }) => p));
          const last = page.file_list.at(-1);
          if (last === undefined || page.file_list.length < 5) break;
          cursor = { hasbaseinfo: 1, baseinfo: { n: last.n, t: last.t, k: last.k } };
        }
        expect(new Set(seen).size, `order ${order} desc ${desc}`).toBe(12);
        expect(seen).toHaveLength(12);
      }
    rmSync(join(box.root, 'usb1/ann/same'), { recursive: true });
  });
});

describe('SEARCH (X101)', () => {
  it('covers the asked places, says which one, and never the safe or private files', async () => {
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'T', path: '/mnt/usb1/bob/my-shares/Trip' });
    const page = await search([1, 2, 4, 5, 8, 9], 'report');
    expect(page.file_list.map(({ n, r }) => `${String(r)} ${n}`)).toEqual([
      '1 my report.txt',
      '2 public report.txt',
      '1 Report 2023.pdf',
      '4 report of the trip.txt',
      '1 report-2024.PDF',
      '1 report.txt',
      '1 second report.txt',
      '5 stick report.txt',
    ]);
    expect(page.sum).toBe(8);
    expect((await search([2], 'report')).sum).toBe(1);
    box.grants.length = 0;
    expect((await search([4], 'report')).sum).toBe(0);
  });

  it('narrows by type, size and time, and pages across places', async () => {
    expect((await search([1], '.', { type: 3 })).sum).toBe(3);
    expect((await search([1], 'report', { sizemin: 15, sizemax: 15 })).file_list.map(({ n }) => n)).toEqual([
      'Report 2023.pdf',
      'report-2024.PDF',
    ]);
    expect((await search([1], 'report', { mtimeto: 1000 })).sum).toBe(0);
    const first = await search([1, 2, 5], 'report', { count: 3 });
    const last = first.file_list.at(-1);
    const rest = await search([1, 2, 5], 'report', {
      hasbaseinfo: 1,
      baseinfo: { n: last?.n ?? '', t: 0, k: last?.k ?? '' },
    });
    const all = await search([1, 2, 5], 'report');
    expect([...first.file_list, ...rest.file_list]).toEqual(all.file_list);
  });
});

describe('the index', () => {
  it('FILES-60: pictures that were there before the box have their hash without being listed first', async () => {
    await files.whenHashed();
    const page = await files.lister.list(
      ann,
      { path: '/mnt/usb1/ann/docs', count: 50, hasbaseinfo: 0, type: 3 },
      connectedSignal(),
    );
    expect(page.file_list.map(({ h }) => h?.length)).toEqual([32, 32, 32]);
  });

  it('follows what happens behind the back of the box', async () => {
    write('usb1/ann/new/place/zebra one.txt');
    await expect.poll(() => names('zebra'), { timeout: 30_000 }).toEqual(['zebra one.txt']);
    renameSync(join(box.root, 'usb1/ann/new'), join(box.root, 'usb1/ann/moved'));
    await expect
      .poll(async () => (await list('zebra')).file_list[0]?.p, { timeout: 30_000 })
      .toBe('/mnt/usb1/ann/moved/place');
    const listing = () =>
      files.lister.list(ann, { path: '/mnt/usb1/ann/moved/place', count: 9, hasbaseinfo: 0 }, connectedSignal());
    expect((await listing()).file_list[0]?.s).toBe(0);
    // The watch of a renamed folder is created again; a change in that moment is seen with the next one there.
    await expect
      .poll(
        async () => {
          write('usb1/ann/moved/place/zebra one.txt', 'grown');
          return (await listing()).file_list[0]?.s;
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBe(5);
    await expect
      .poll(
        async () => {
          write('usb1/ann/moved/place/later heron.txt');
          return names('later heron');
        },
        { timeout: 30_000, interval: 300 },
      )
      .toEqual(['later heron.txt']);
    rmSync(join(box.root, 'usb1/ann/moved'), { recursive: true });
    await expect.poll(() => names('zebra'), { timeout: 30_000 }).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('never shows what is gone, even before the watcher tells', async () => {
    write('usb1/ann/short/lived giraffe.txt');
    files.fileChanged(box.vault.resolve(ann, '/mnt/usb1/ann/short', 'read'));
    expect(await names('giraffe')).toEqual(['lived giraffe.txt']);
    rmSync(join(box.root, 'usb1/ann/short'), { recursive: true });
    expect(await list('giraffe')).toEqual({ sum: 0, file_list: [] });
  });

  it('a folder that changes all the time is found as it is; a folder in the place of a file with what is in it', async () => {
    for (let at = 0; at < 40; at++) {
      write(`usb1/ann/busy/${at} vicuna.txt`);
      files.fileChanged(box.vault.resolve(ann, `/mnt/usb1/ann/busy/${at} vicuna.txt`, 'read'));
      // The index pauses between updates; a search does not wait for the next one.
      if (at % 10 === 0) expect(await names(`${at} vicuna`)).toEqual([`${at} vicuna.txt`]);
    }
    expect(await names('vicuna')).toHaveLength(40);
    rmSync(join(box.root, 'usb1/ann/busy/7 vicuna.txt'));
    write('usb1/ann/busy/7 vicuna.txt/inner saiga.txt');
    files.fileChanged(box.vault.resolve(ann, '/mnt/usb1/ann/busy/7 vicuna.txt', 'read'));
    expect(await names('saiga')).toEqual(['inner saiga.txt']);
    rmSync(join(box.root, 'usb1/ann/busy'), { recursive: true });
    files.fileChanged(box.vault.resolve(ann, '/mnt/usb1/ann/busy/1 vicuna.txt', 'read'));
    files.fileChanged(box.vault.resolve(ann, '/mnt/usb1/ann/busy', 'read'));
    expect(await names('vicuna')).toEqual([]);
  });

  it('a chain of a thousand folders, told level by level, is found without the others waiting', async () => {
    const top = join(box.root, 'usb1/ann/chain');
    const chain = '/d'.repeat(1000);
    mkdirSync(join(top, chain), { recursive: true });
    writeFileSync(join(top, chain, 'lowest lemur.txt'), '');
    const keys = Array.from({ length: 1000 }, (_, depth) => `/mnt/usb1/ann/chain${'/d'.repeat(depth)}`);
    for (let at = 0; at < keys.length; at += 50)
      files.search.queueChanges({
        folders: new Set(keys.slice(at, at + 50)),
        created: new Set(keys.slice(at + 1, at + 51)),
      });
    const started = performance.now();
    expect(await names('lowest lemur')).toEqual(['lowest lemur.txt']);
    // The protocol limits a search to five seconds; a slower one is refused.
    expect(performance.now() - started).toBeLessThan(10_000);
    rmSync(top, { recursive: true });
  });

  it('a box that starts again catches up with what happened meanwhile, and a broken index is made anew', async () => {
    await files.close();
    write('usb1/ann/docs/deep/er/while away okapi.txt');
    rmSync(join(box.root, 'usb1/ann/docs/photo.jpg'));
    files = open();
    files.start();
    await files.whenIndexed();
    expect(await names('okapi')).toEqual(['while away okapi.txt']);
    expect(await names('photo')).toEqual([]);
    const before = await files.search.count();
    await files.close();
    writeFileSync(join(box.root, 'state/names.sqlite'), 'this is no database');
    files = open();
    files.start();
    await files.whenIndexed();
    expect(await files.search.count()).toBe(before);
    expect(await names('okapi')).toEqual(['while away okapi.txt']);
  });
});

describe('the texts a name must contain', () => {
  it('are told for typed searches and for nothing that may be optional', () => {
    expect(
      ['report', 'a.*longer.*b', '^img\\.jpg$', '照片', 'ab?c', '(a|b)c', 'x\\d+', '[ab]c', 'a.b'].map(requiredTexts),
    ).toEqual([['report'], ['a', 'longer', 'b'], ['img.jpg'], ['照片'], [], [], [], [], ['a', 'b']]);
  });

  it('are contained in every name that matches', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'B', '.', '.*', '\\.', '^', '$', 'ab', '照', '(a|b)', 'a?', '[ab]', '\\d', 'a+'), {
        maxLength: 6,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '.', '照', '1'), maxLength: 10 }),
        (source, name) => {
          const test = compileNameTest(source);
          if (test?.(name) !== true) return;
          for (const part of requiredTexts(source))
            expect(`${name.toLowerCase()}\n${pinyinVariants(name) ?? ''}`).toContain(part.toLowerCase());
        },
      ),
      { numRuns: propertyRuns(2000) },
    );
  });
});
