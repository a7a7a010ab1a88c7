import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor, Folder } from '../../storage/vault/index.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';
import type { UploadMore } from './upload-version.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let transfers: Transfers;
const ann = callerFor('ann');
const SECOND = 1_600_000_000;
const MORE = { mtime: `${SECOND}.250` };

beforeEach(() => {
  box = uploadBox(() => 1);
  transfers = uploadsOf(box, () => 1);
  mkdirSync(real(''), { recursive: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await transfers.close();
  box.remove();
});

const real = (name: string): string => join(box.root, 'usb1/ann', name);
const wire = (name: string): string => `/mnt/usb1/ann/${name}`;
const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(real(''), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(real(name), 'utf8')]),
  );
const put = (uuid: string, text: string, start = 0) => transfers.put({ uuid, start, body: bodyOf(text), length: null });
/** Uploads one file completely. Returns the path from PUTDONE. */
const upload = async (name: string, text: string, more: UploadMore = MORE): Promise<string> => {
  const { uuid } = await transfers.prepare(ann, wire(name), text.length, more);
  await put(uuid, text);
  return transfers.finish(ann, wire(name), text.length, uuid, SECOND);
};
const bundle = async (name: string, texts: readonly string[], keeps: readonly string[]) => {
  const files = texts.map((text, at) => ({
    target: wire(at === 0 ? name : `${at} ${name}`),
    size: text.length,
    mtime: SECOND,
    time: MORE.mtime,
    keep: keeps[at] ?? '',
  }));
  const { uuid = '' } = await transfers.prepareBundle(ann, files);
  await put(uuid, texts.join(''));
  return { files, outcomes: await transfers.finishBundle(ann, uuid) };
};
/** Another program takes a name right after the box found it free. */
const overtakeAt = (...names: readonly string[]): void => {
  const wanted = new Set(names);
  const take = (path: string | Buffer, name: string, found: unknown): void => {
    if (found === undefined && wanted.delete(name)) writeFileSync(path, 'theirs', { flag: 'wx' });
  };
  vi.spyOn(Folder.prototype, 'lstat').mockImplementation(async function (this: Folder, name) {
    const found = lstatSync(this.entryPath(name), { throwIfNoEntry: false });
    take(this.entryPath(name), name, found);
    return Promise.resolve(found);
  });
  vi.spyOn(Folder.prototype, 'lstatExactName').mockImplementation(async function (this: Folder, name) {
    const found = lstatSync(this.entryPath(name), { throwIfNoEntry: false, bigint: true });
    take(this.entryPath(name), name, found);
    return Promise.resolve(found);
  });
};

describe('UPLOAD-24, G-20: keep both', () => {
  it('takes the first name that is free, says which, replaces nothing, and undo takes the new one away', async () => {
    writeFileSync(real('a.txt'), 'first');
    writeFileSync(real('a_copy.txt'), 'second');
    expect(await upload('a.txt', 'third', { ...MORE, keep: 'one' })).toBe(wire('a_copy2.txt'));
    expect(contents()).toEqual({ 'a.txt': 'first', 'a_copy.txt': 'second', 'a_copy2.txt': 'third' });
    expect(await upload('free.txt', 'free', { ...MORE, keep: 'two' })).toBe(wire('free.txt'));
    mkdirSync(real('dir.txt'));
    expect(await upload('dir.txt', 'beside', { ...MORE, keep: 'three' })).toBe(wire('dir_copy.txt'));
    for (const _ of [1, 2, 3]) await box.undo.undo(ann, null);
    expect(contents()).toEqual({ 'a.txt': 'first', 'a_copy.txt': 'second' });
  });

  it('small files that go together do the same, and say so only where it matters', async () => {
    writeFileSync(real('a.txt'), 'first');
    const { outcomes } = await bundle('a.txt', ['second', 'new'], ['k1', 'k2']);
    expect(outcomes).toEqual([{ error: 0, path: wire('a_copy.txt') }, { error: 0 }]);
    expect(contents()).toEqual({ 'a.txt': 'first', 'a_copy.txt': 'second', '1 a.txt': 'new' });
  });

  it('of many who keep both at once all survive, and so does another program that takes a name in between', async () => {
    writeFileSync(real('a.txt'), 'first');
    overtakeAt('a_copy.txt', 'a_copy3.txt', 'a_copy8.txt');
    const texts = Array.from({ length: 12 }, (_, at) => `text ${String(at).padStart(2, '0')}`);
    // All have the same size and time; only the id of the upload differs.
    await Promise.all(
      texts.map(async (text, at) =>
        at % 2 === 0
          ? upload('a.txt', text, { ...MORE, keep: `k${at}` })
          : bundle('a.txt', [text], [`k${at}`]).then(({ outcomes }) => outcomes[0]?.path ?? ''),
      ),
    );
    const left = Object.values(contents()).toSorted();
    expect(left).toEqual(['first', ...texts, 'theirs', 'theirs', 'theirs'].toSorted());
  });

  it('an answer that was lost makes no second file: who asks again hears where it stands', async () => {
    writeFileSync(real('a.txt'), 'first');
    const keep = { ...MORE, keep: 'mine' };
    const path = await upload('a.txt', 'second', keep);
    expect(await transfers.prepare(ann, wire('a.txt'), 6, keep)).toMatchObject({
      start: 6,
      path,
      more: 1,
      baseinfo: { size: 6, mtime_sec: SECOND, mtime: MORE.mtime },
    });
    // Another version under the same id is another upload.
    const other = { mtime: `${SECOND}.750`, keep: 'mine' };
    expect((await transfers.prepare(ann, wire('a.txt'), 6, other)).path).toBeUndefined();
    const { files } = await bundle('a.txt', ['third'], ['together']);
    expect((await transfers.prepareBundle(ann, files)).list).toEqual([{ error: 0, have: 1 }]);
    const [file] = files;
    const alone = { mtime: file?.time ?? '', keep: 'together' };
    expect(await transfers.prepare(ann, wire('a.txt'), 5, alone)).toMatchObject({ path: wire('a_copy2.txt') });
    expect(contents()).toEqual({ 'a.txt': 'first', 'a_copy.txt': 'second', 'a_copy2.txt': 'third' });
  });

  it('a box killed after the name was taken and before that was recorded answers with the name', async () => {
    writeFileSync(real('a.txt'), 'first');
    const { uuid } = await transfers.prepare(ann, wire('a.txt'), 6, { ...MORE, keep: 'k' });
    await put(uuid, 'second');
    const finish = () => transfers.finish(ann, wire('a.txt'), 6, uuid, SECOND);
    expect(await finish()).toBe(wire('a_copy.txt'));
    expect(await finish()).toBe(wire('a_copy.txt'));
    box.database.run('UPDATE uploads SET done = NULL WHERE uuid = ?', uuid);
    expect(await finish()).toBe(wire('a_copy.txt'));
    expect(contents()).toEqual({ 'a.txt': 'first', 'a_copy.txt': 'second' });
  });
});

describe('UPLOAD-23: what an upload replaces', () => {
  it('goes to the bin; undo brings it back, redo the new one', async () => {
    writeFileSync(real('a.txt'), 'old');
    await upload('a.txt', 'new');
    expect(contents()).toEqual({ 'a.txt': 'new' });
    expect(box.trash.list(ann).map(({ name, parent }) => [name, parent])).toEqual([['a.txt', '/mnt/usb1/ann']]);
    await box.undo.undo(ann, null);
    expect(contents()).toEqual({ 'a.txt': 'old' });
    await box.undo.redo(ann, null);
    expect(contents()).toEqual({ 'a.txt': 'new' });
  });

  it('a name that another program takes right after it was looked at is not lost either', async () => {
    overtakeAt('a.txt');
    await upload('a.txt', 'ours');
    expect(contents()).toEqual({ 'a.txt': 'ours' });
    const [item] = box.trash.list(ann);
    expect(readFileSync(real(`.Trash/${item?.id}`), 'utf8')).toBe('theirs');
  });

  it('what another program puts in its place while it is kept is not lost either', async () => {
    writeFileSync(real('a.txt'), 'old');
    const keep = box.bins.linkIntoTrash.bind(box.bins);
    vi.spyOn(box.bins, 'linkIntoTrash').mockImplementationOnce(async (...all) => {
      await keep(...all);
      writeFileSync(real('other'), 'theirs');
      await fs.rename(real('other'), real('a.txt'));
    });
    await upload('a.txt', 'ours');
    expect(contents()).toEqual({ 'a.txt': 'ours' });
    const kept = box.trash.list(ann).map(({ id }) => readFileSync(real(`.Trash/${id}`), 'utf8'));
    expect(kept).toEqual(['theirs']);
  });

  it('has its name until the new one has it, and a box killed in between has lost and doubled nothing', async () => {
    writeFileSync(real('a.txt'), 'old');
    const before: Record<string, string>[] = [];
    vi.spyOn(Folder.prototype, 'renameOver').mockImplementationOnce(() => {
      before.push(contents());
      return Promise.reject(new Error('killed'));
    });
    // A killed box runs no clean-up.
    vi.spyOn(box.bins, 'undoLinkIntoTrash').mockResolvedValueOnce();
    await expect(upload('a.txt', 'new')).rejects.toThrow('killed');
    expect(before).toEqual([{ 'a.txt': 'old' }]);
    expect(statSync(real('a.txt')).nlink).toBe(2);
    await box.bins.reconcile();
    expect(box.trash.list(ann)).toEqual([]);
    expect(readdirSync(real('.Trash'))).toEqual([]);
    expect(statSync(real('a.txt')).nlink).toBe(1);
    expect(await upload('a.txt', 'new')).toBe(wire('a.txt'));
    expect(box.trash.list(ann)).toHaveLength(1);
  });

  it('stays in its bin over a start, other names of it elsewhere or not', async () => {
    writeFileSync(real('a.txt'), 'old');
    linkSync(real('a.txt'), real('other.txt'));
    await upload('a.txt', 'new');
    await box.bins.reconcile();
    expect(box.trash.list(ann)).toHaveLength(1);
  });

  it.each(['EPERM', 'ENOTSUP'])(
    'goes to the bin where files have one name only (%s), and back when it fails',
    async (code) => {
      writeFileSync(real('a.txt'), 'old');
      vi.spyOn(Folder.prototype, 'link').mockImplementation(() =>
        Promise.reject(Object.assign(new Error(code), { code })),
      );
      await upload('a.txt', 'new');
      expect(contents()).toEqual({ 'a.txt': 'new' });
      expect(box.trash.list(ann)).toHaveLength(1);
      const { uuid } = await transfers.prepare(ann, wire('a.txt'), 6, { mtime: '5.5' });
      await put(uuid, 'newest');
      const rename = vi.spyOn(Folder.prototype, 'renameOver');
      rename.mockImplementation(async function (this: Folder, name, to, toName) {
        if (name === uuid) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        await fs.rename(this.entryPath(name), to.entryPath(toName));
      });
      await expect(transfers.finish(ann, wire('a.txt'), 6, uuid, 5)).rejects.toMatchObject({ code: 3 });
      expect(contents()).toEqual({ 'a.txt': 'new' });
      expect(box.trash.list(ann)).toHaveLength(1);
    },
  );

  it('is gone where the bin lies on another file system; the upload is not', async () => {
    writeFileSync(real('a.txt'), 'old');
    const crossing = Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    vi.spyOn(Folder.prototype, 'link').mockImplementationOnce(() => Promise.reject(crossing));
    await upload('a.txt', 'new');
    expect(contents()).toEqual({ 'a.txt': 'new' });
    expect(box.trash.list(ann)).toEqual([]);
    expect(box.journal.list('ann', 0, 1)[0]).toMatchObject({ reversible: false, state: 'done' });
  });
});

describe('UPLOAD-10: which bytes belong together', () => {
  it('what is held of another version is not gone on with: another time, another hash, another size', async () => {
    const versions: readonly UploadMore[] = [
      { mtime: `${SECOND}.250` },
      { mtime: `${SECOND}.750` },
      { mtime: `${SECOND}.750`, sha256: 'a'.repeat(64) },
      { mtime: `${SECOND}.750`, sha256: 'b'.repeat(64) },
      { sha256: 'b'.repeat(64) },
    ];
    const uuids = new Set<string>();
    for (const version of versions) {
      const { uuid, start } = await transfers.prepare(ann, wire('film'), 10, version);
      expect(start).toBe(0);
      await put(uuid, '01234');
      expect(await transfers.prepare(ann, wire('film'), 10, version)).toMatchObject({ uuid, start: 5 });
      uuids.add(uuid);
    }
    expect(uuids.size).toBe(versions.length);
    // The bytes of the others are deleted.
    expect(readdirSync(join(box.root, 'usb1/.boxwood/parts'))).toHaveLength(1);
  });

  it('a client that knows of no versions goes on as ever, but not with what another one sent', async () => {
    const { uuid } = await transfers.prepare(ann, wire('film'), 10);
    await put(uuid, '01234');
    expect(await transfers.prepare(ann, wire('film'), 10)).toEqual({
      uuid,
      start: 5,
      baseinfo: { size: 0, mtime_sec: 0 },
    });
    expect(await transfers.prepare(ann, wire('film'), 10, MORE)).toMatchObject({ start: 0, more: 1 });
    expect((await transfers.prepare(ann, wire('film'), 10)).start).toBe(0);
  });

  it('UPLOAD-09: the file gets the whole time of its source, and is told from one that was changed within the second', async () => {
    await upload('a.txt', 'text', { mtime: `${SECOND}.123456789` });
    expect(statSync(real('a.txt'), { bigint: true }).mtimeNs / 1000n).toBe(BigInt(SECOND) * 1_000_000n + 123_456n);
    expect((await transfers.prepare(ann, wire('a.txt'), 4, MORE)).baseinfo).toEqual({
      size: 4,
      mtime_sec: SECOND,
      mtime: `${SECOND}.123456`,
    });
    expect((await transfers.prepare(ann, wire('a.txt'), 4)).baseinfo).toEqual({ size: 4, mtime_sec: SECOND });
    const asked = async (time: string) => {
      const file = { target: wire('a.txt'), size: 4, mtime: SECOND, time };
      return (await transfers.prepareBundle(ann, [file])).list[0]?.have;
    };
    expect([await asked(`${SECOND}.123`), await asked(`${SECOND}`), await asked(`${SECOND}.124`)]).toEqual([1, 1, 0]);
    // Small files keep their time too; a time that contradicts PUTDONE is ignored.
    await bundle('b.txt', ['b'], []);
    expect(Math.floor(statSync(real('b.txt')).mtimeMs)).toBe(SECOND * 1000 + 250);
    await upload('c.txt', 'c', { mtime: '5.5' });
    expect(statSync(real('c.txt')).mtimeMs).toBe(SECOND * 1000);
    expect(existsSync(real('.Trash'))).toBe(false);
  });
});
