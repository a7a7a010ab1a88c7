/** Many items moved into and out of a bin in one call: what is synced, and in which order. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JournalTestBox, testBox } from '../../storage/journal/journal-test-helpers.ts';
import { recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import { callerFor, refusalCodeOf, Folder } from '../../storage/vault/index.ts';

const MANY = 12;
const ann = callerFor('ann');
const HOME = '/mnt/usb1/ann';
let box: JournalTestBox;
let time = 1_000_000;
const real = (path: string) => join(box.root, 'usb1/ann', path);
const names = Array.from({ length: MANY }, (_, at) => `many/${at}.txt`);
const paths = names.map((name) => `${HOME}/${name}`);
const ids = (): string[] => box.trash.list(ann).map(({ id }) => id);
/** How often each folder was synced. */
const syncsOf = (acts: readonly string[]): Record<string, number> => {
  const folders = acts.filter((act) => act.startsWith('sync ') && !act.endsWith('.info'));
  return Object.fromEntries([...Map.groupBy(folders, (act) => act.slice(5))].map(([at, all]) => [at, all.length]));
};
const watched = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const disk = await recordDiskCalls(box.root);
  try {
    await work();
    return disk.takeCalls();
  } finally {
    disk.stop();
  }
};

beforeEach(async () => {
  box = testBox(() => (time += 1000));
  mkdirSync(real('many'), { recursive: true });
  for (const name of names) writeFileSync(real(name), name);
  // The bin exists.
  writeFileSync(real('first.txt'), 'first');
  await box.trash.put(ann, [`${HOME}/first.txt`]);
  await box.trash.clear(ann);
});
afterEach(() => {
  vi.restoreAllMocks();
  box.remove();
});

describe('many by one call', () => {
  it('into the bin: every record is on the disk before its item moves, both folders once when all have', async () => {
    const acts = await watched(() => box.trash.put(ann, paths));
    expect(syncsOf(acts)).toEqual({ 'usb1/ann/.Trash': 1, 'usb1/ann/many': 1 });
    expect(acts.slice(-2)).toEqual(['sync usb1/ann/.Trash', 'sync usb1/ann/many']);
    for (const id of ids()) {
      const moved = acts.findIndex((act) => act.startsWith('link ') && act.endsWith(`/${id}`));
      expect(acts.indexOf(`sync usb1/ann/.Trash/${id}.info`)).toBeGreaterThanOrEqual(0);
      expect(acts.indexOf(`sync usb1/ann/.Trash/${id}.info`)).toBeLessThan(moved);
    }
  });

  it('as ids that nobody guesses, the later ones after the earlier ones: the table of a large bin is written at its end', async () => {
    for (const path of paths) await box.trash.put(ann, [path]);
    const inOrder = box.trash
      .list(ann)
      .toSorted((a, b) => paths.indexOf(`${a.parent}/${a.name}`) - paths.indexOf(`${b.parent}/${b.name}`));
    expect(inOrder.map(({ id }) => id)).toEqual(ids().toSorted());
    expect(new Set(ids().map((id) => id.slice(12))).size).toBe(MANY);
    for (const id of ids()) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('out of it: the records go when all that came out is on the disk', async () => {
    await box.trash.put(ann, paths);
    const acts = await watched(() => box.trash.restore(ann, ids()));
    expect(syncsOf(acts)).toEqual({ 'usb1/ann/many': 1, 'usb1/ann/.Trash': 2 });
    const settled = acts.indexOf('sync usb1/ann/.Trash');
    expect(acts.indexOf('sync usb1/ann/many')).toBeLessThan(settled);
    const records = acts.flatMap((act, at) => (act.startsWith('unlink') && act.endsWith('.info') ? [at] : []));
    expect(records).toHaveLength(MANY);
    for (const at of records) expect(at).toBeGreaterThan(settled);
    expect(acts.at(-1)).toBe('sync usb1/ann/.Trash');
    expect(readdirSync(real('.Trash'))).toEqual([]);
  });

  it('taken back and done again: as when it was asked for', async () => {
    await box.trash.put(ann, paths);
    const undone = await watched(() => box.undo.undo(ann, null));
    expect(syncsOf(undone)).toEqual({ 'usb1/ann/many': 1, 'usb1/ann/.Trash': 2 });
    expect([readdirSync(real('many')).length, ids()]).toEqual([MANY, []]);
    const redone = await watched(() => box.undo.redo(ann, null));
    expect(syncsOf(redone)).toEqual({ 'usb1/ann/.Trash': 1, 'usb1/ann/many': 1 });
    expect([readdirSync(real('many')), ids().length]).toEqual([[], MANY]);
  });

  it.each(['put', 'restore'] as const)(
    'a disk that does not take the names: %s says so of each, and every item keeps its record',
    async (act) => {
      if (act === 'restore') await box.trash.put(ann, paths);
      const failure = Object.assign(new Error('EIO'), { code: 'EIO' });
      vi.spyOn(Folder.prototype, 'sync').mockRejectedValue(failure);
      const { failed } = await (act === 'put' ? box.trash.put(ann, paths) : box.trash.restore(ann, ids()));
      expect(failed).toHaveLength(MANY);
      expect(new Set(failed.map(({ error }) => error))).toEqual(new Set([refusalCodeOf(failure)]));
      vi.restoreAllMocks();
      expect(ids()).toHaveLength(MANY);
      for (const name of readdirSync(real('.Trash')))
        if (!name.endsWith('.info')) expect(existsSync(real(`.Trash/${name}.info`)), name).toBe(true);
    },
  );
});
