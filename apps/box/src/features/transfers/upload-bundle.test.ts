import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_BUNDLE_BYTES } from '@boxwood/box-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import type { Location } from '../../storage/vault/index.ts';
import { callerFor } from '../../storage/vault/index.ts';
import type { BundleFile, BundleOutcome } from './upload-bundle.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import { type Transfers, UPLOAD_LIFE_MS } from './transfers.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let transfers: Transfers;
let committed: Location[] = [];
let now = 1_700_000_000_000;
const ann = callerFor('ann');

const start = (): Transfers => uploadsOf(box, () => now, { onCommitted: (location) => committed.push(location) });

beforeEach(() => {
  now = 1_700_000_000_000;
  committed = [];
  box = uploadBox(() => now);
  transfers = start();
});
afterEach(async () => {
  await transfers.close();
  box.remove();
});

const real = (path: string): string => join(box.root, path.replace('/mnt/', ''));
const parts = (): readonly string[] => {
  const folder = join(box.root, 'usb1/.boxwood/parts');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const contentOf = ({ target }: BundleFile): string => `this is ${target}`;
const file = (name: string, content = `this is /mnt/usb1/ann/${name}`): BundleFile => ({
  target: `/mnt/usb1/ann/${name}`,
  size: content.length,
  mtime: 1_600_000_000,
});
const put = (uuid: string, text: string) => transfers.put({ uuid, start: 0, body: bodyOf(text), length: null });
const codesOf = (outcomes: readonly BundleOutcome[]): readonly number[] => outcomes.map(({ error }) => error);
/** Runs all three calls. Returns the response of PREPUTS and the codes of PUTDONES. */
const upload = async (files: readonly BundleFile[], contents = contentOf, caller = ann) => {
  const { uuid, list } = await transfers.prepareBundle(caller, files);
  const wanted = files.filter((_, at) => list[at]?.error === 0 && list[at].have === 0);
  if (uuid === undefined) return { list, codes: [], paths: [] };
  expect(await put(uuid, wanted.map(contents).join(''))).toMatchObject({ status: 200 });
  const outcomes = await transfers.finishBundle(caller, uuid);
  return { list, codes: codesOf(outcomes), paths: outcomes.map(({ path }) => path) };
};

describe('small files that go up together', () => {
  it('UPLOAD-08, UPLOAD-12: are there with their bytes and times when the box says so, and not before', async () => {
    const files = ['a.txt', 'in/b.txt', 'in/deep/c.txt', 'in/d.txt'].map((name) => file(name));
    const { uuid = '', list } = await transfers.prepareBundle(ann, files);
    expect(list).toEqual(files.map(() => ({ error: 0, have: 0 })));
    await put(uuid, files.map(contentOf).join(''));
    expect(files.map(({ target }) => existsSync(real(target)))).toEqual(files.map(() => false));
    expect(codesOf(await transfers.finishBundle(ann, uuid))).toEqual([0, 0, 0, 0]);
    for (const one of files) {
      expect(readFileSync(real(one.target), 'utf8')).toBe(contentOf(one));
      expect(statSync(real(one.target)).mtimeMs).toBe(1_600_000_000_000);
      expect(statSync(real(one.target)).mode & 0o777).toBe(0o660);
    }
    expect(parts()).toEqual([]);
    expect(committed.map(({ wire }) => wire).toSorted()).toEqual(files.map(({ target }) => target).toSorted());
  });

  it('UPLOAD-09: those that are there already, same size and time, are not asked for', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => file(name));
    await upload(files.slice(0, 2));
    const { list, codes } = await upload(files);
    expect(list.map(({ have }) => have)).toEqual([1, 1, 0]);
    expect(codes).toEqual([0]);
    expect(await transfers.prepareBundle(ann, files)).toEqual({
      list: files.map(() => ({ error: 0, have: 1 })),
      more: 1,
    });
    const other = files.map((one) => ({ ...one, mtime: 1_600_000_001 }));
    expect((await transfers.prepareBundle(ann, other)).list.map(({ have }) => have)).toEqual([0, 0, 0]);
  });

  it('UPLOAD-23: replaces what stood there, which goes to the bin; all of it is one step of undo', async () => {
    mkdirSync(real('/mnt/usb1/ann'), { recursive: true });
    writeFileSync(real('/mnt/usb1/ann/old.txt'), 'old');
    const files = ['new1.txt', 'old.txt', 'new2.txt'].map((name) => file(name));
    expect((await upload(files)).codes).toEqual([0, 0, 0]);
    expect(readFileSync(real('/mnt/usb1/ann/old.txt'), 'utf8')).toBe(contentOf(file('old.txt')));
    expect(box.trash.list(ann).map(({ name, size }) => [name, size])).toEqual([['old.txt', 3]]);
    const [entry, ...more] = box.journal.list('ann', 0, 10);
    expect([entry?.action, entry?.reversible, entry?.state, entry?.changes.length, more]).toEqual([
      'upload',
      true,
      'done',
      4,
      [],
    ]);
    await box.undo.undo(ann, null);
    expect(readdirSync(real('/mnt/usb1/ann')).filter((name) => name.endsWith('.txt'))).toEqual(['old.txt']);
    expect(readFileSync(real('/mnt/usb1/ann/old.txt'), 'utf8')).toBe('old');
  });

  it('UPLOAD-23, G-54: where there is no bin what is replaced is gone; what is new beside it can still be undone', async () => {
    const at = (name: string): BundleFile => ({ ...file(name, 'new'), target: `/mnt/extdev/STICK/${name}` });
    mkdirSync(real('/mnt/extdev/STICK'), { recursive: true });
    writeFileSync(real('/mnt/extdev/STICK/old.txt'), 'old');
    expect((await upload([at('old.txt'), at('new.txt')], () => 'new')).codes).toEqual([0, 0]);
    expect(box.journal.list('ann', 0, 10).map(({ reversible, changes }) => [reversible, changes.length])).toEqual(
      expect.arrayContaining([
        [false, 2],
        [true, 1],
      ]),
    );
  });

  it('FILES-70, G-15: every target is judged like that of a single upload, and a refused one stops no other', async () => {
    mkdirSync(real('/mnt/usb1/ann/folder'), { recursive: true });
    symlinkSync('/tmp', real('/mnt/usb1/ann/link'));
    const good = file('good.txt');
    const bad = [
      '/mnt/usb1/bob/x.txt',
      '/mnt/usb3/ann/x.txt',
      '/mnt/usb1/ann/../bob/x.txt',
      '/mnt/usb1/.boxwood/x',
      '/mnt/usb1/ann/.safebox/plain.txt',
      '/mnt/usb1/ann/folder',
      '/mnt/usb1/ann/link/x.txt',
      '/etc/x.txt',
    ].map((target) => ({ ...good, target }));
    const { list, codes } = await upload([...bad, good, good]);
    expect(list.map(({ error }) => error !== 0)).toEqual([...bad.map(() => true), false, true]);
    expect(codes).toEqual([0]);
    for (const one of bad) {
      const alone = await transfers.prepare(ann, one.target, one.size).catch((failure: unknown) => failure);
      expect(alone, one.target).toMatchObject({ code: list[bad.indexOf(one)]?.error });
    }
    expect(readFileSync(real(good.target), 'utf8')).toBe(contentOf(good));
    expect(existsSync('/tmp/x.txt')).toBe(false);
  });

  it('what is not allowed any more when it is confirmed fails alone', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => file(name));
    const { uuid = '' } = await transfers.prepareBundle(ann, files);
    await put(uuid, files.map(contentOf).join(''));
    mkdirSync(real('/mnt/usb1/ann/b.txt'), { recursive: true });
    expect(codesOf(await transfers.finishBundle(ann, uuid))).toEqual([0, 3, 0]);
    expect(readFileSync(real('/mnt/usb1/ann/c.txt'), 'utf8')).toBe(contentOf(file('c.txt')));
    expect(box.journal.list('ann', 0, 9).map(({ changes }) => changes.length)).toEqual([2]);
    expect(parts()).toEqual([]);
  });

  it('another user can neither confirm them nor learn of them; a single PUTDONE cannot either', async () => {
    const files = [file('a.txt'), file('b.txt')];
    const { uuid = '' } = await transfers.prepareBundle(ann, files);
    await put(uuid, files.map(contentOf).join(''));
    await expect(transfers.finishBundle(callerFor('bob'), uuid)).rejects.toMatchObject({ code: 15 });
    await expect(transfers.finish(ann, file('a.txt').target, 1, uuid, 1)).rejects.toMatchObject({ code: 15 });
    const single = await transfers.prepare(ann, '/mnt/usb1/ann/one', 1);
    await expect(transfers.finishBundle(ann, single.uuid)).rejects.toMatchObject({ code: 15 });
    expect(codesOf(await transfers.finishBundle(ann, uuid))).toEqual([0, 0]);
    await expect(transfers.finishBundle(ann, uuid)).rejects.toMatchObject({ code: 15 });
  });

  it('G-17: bytes that do not make up the sizes are refused with 11, and nothing shows', async () => {
    const files = [file('a.txt'), file('b.txt')];
    const { uuid = '' } = await transfers.prepareBundle(ann, files);
    await put(uuid, 'too short');
    await expect(transfers.finishBundle(ann, uuid)).rejects.toMatchObject({ code: 11 });
    expect(readdirSync(real('/mnt/usb1/ann'))).toEqual([]);
    // The same files make the same upload, from the start.
    expect((await transfers.prepareBundle(ann, files)).uuid).toBe(uuid);
    await put(uuid, files.map(contentOf).join(''));
    expect(codesOf(await transfers.finishBundle(ann, uuid))).toEqual([0, 0]);
  });

  it('too much at once is refused with 4', async () => {
    const large = { ...file('a'), size: MAX_BUNDLE_BYTES };
    await expect(transfers.prepareBundle(ann, [large, file('b')])).rejects.toMatchObject({ code: 4 });
    expect((await transfers.prepareBundle(ann, [large])).list).toEqual([{ error: 0, have: 0 }]);
  });

  it('empty files, and bytes that are no text', async () => {
    const files = [
      { target: '/mnt/usb1/ann/empty', size: 0, mtime: 5 },
      { target: '/mnt/usb1/ann/bytes', size: 3, mtime: 5 },
    ];
    expect((await upload(files, ({ size }) => '\u0000\u0001\u0002'.slice(0, size))).codes).toEqual([0, 0]);
    expect(statSync(real('/mnt/usb1/ann/empty')).size).toBe(0);
    expect([...readFileSync(real('/mnt/usb1/ann/bytes'))]).toEqual([0, 1, 2]);
    const only = [{ target: '/mnt/usb1/ann/empty2', size: 0, mtime: 5 }];
    const { uuid = '' } = await transfers.prepareBundle(ann, only);
    expect(codesOf(await transfers.finishBundle(ann, uuid))).toEqual([0]);
  });

  it('what nobody confirmed is given up after seven days, with whatever a killed box had written beside it', async () => {
    const { uuid = '' } = await transfers.prepareBundle(ann, [file('a'), file('b')]);
    await put(uuid, 'some bytes');
    writeFileSync(join(box.root, 'usb1/.boxwood/parts', `${uuid}.1`), 'left');
    expect(await transfers.collect()).toBe(0);
    now += UPLOAD_LIFE_MS + 1;
    expect(await transfers.collect()).toBe(2);
    expect(parts()).toEqual([]);
  });
});
