import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { MIN_FREE_BYTES } from '../../storage/space/free-space-tracker.ts';
import { callerFor, Folder } from '../../storage/vault/index.ts';
import { type TaskBox, taskBox, createTasks } from './task-test-helpers.ts';

let box: TaskBox;
const clock = { now: () => Date.now() };
const ann = callerFor('ann');
const real = (path: string) => join(box.root, path);
const write = (path: string, content = path) => {
  mkdirSync(join(real(path), '..'), { recursive: true });
  writeFileSync(real(path), content);
};

beforeEach(() => {
  box = taskBox({ clock });
  for (const place of ['usb1/ann', 'usb1/shared-files']) mkdirSync(real(place), { recursive: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  box.remove();
});

describe('after a restart', { timeout: 60_000 }, () => {
  it('a merge that was killed between two of its renames goes on with the rest, and nothing of it is copied twice', async () => {
    for (const name of ['a', 'b', 'c']) write(`usb1/ann/t/${name}`, name);
    write('usb1/shared-files/t/b', 'old b');
    const id = await box.tasks.add(ann, {
      cmd: 'COPY',
      source: '/mnt/usb1/ann/t',
      target: '/mnt/usb1/shared-files',
      params: { conflict: 1 },
    });
    await box.tasks.whenSettled('ann', id);
    // State after the kill: staged files complete, one of three in place, the operation known only from the disk, the
    // row running.
    await box.undo.undo(ann, null);
    const staged = `usb1/.boxwood/task-${id}/item`;
    for (const name of ['b', 'c']) write(`${staged}/${name}`, name);
    write('usb1/shared-files/t/a', 'a');
    const stat = await box.vault.lstatExactName(box.vault.resolve(ann, '/mnt/usb1/shared-files/t/a', 'read'));
    const stamp = {
      dev: String(stat?.dev),
      ino: String(stat?.ino),
      folder: false,
      size: 1,
      mtime: String(stat?.mtimeNs),
    };
    box.database.exec('delete from journal');
    box.journal.begin({ user: 'ann', action: 'copy', origin: `task:${id}` }, [
      { kind: 'created', path: '/mnt/usb1/shared-files/t/a', stamp },
      { kind: 'created', path: '/mnt/usb1/shared-files/t/c', stamp: { ...stamp, ino: '1' } },
    ]);
    box.database.exec(`update jobs set state = 'running', code = 2`);
    await box.undo.recover();
    const next = createTasks(box, { clock });
    await next.jobs.start();
    expect((await next.tasks.whenSettled('ann', id))?.state).toBe(1);
    expect(Object.keys(snapshot(real('usb1/shared-files/t')))).toEqual(['a', 'b', 'c']);
    expect(readFileSync(real('usb1/shared-files/t/b'), 'utf8')).toBe('b');
    expect(readdirSync(real('usb1/.boxwood'))).toEqual([]);
    while (box.journal.lastDone('ann') !== null) await box.undo.undo(ann, null);
    expect(Object.keys(snapshot(real('usb1/shared-files/t')))).toEqual(['b']);
    expect(readFileSync(real('usb1/shared-files/t/b'), 'utf8')).toBe('old b');
    await next.jobs.close();
  });

  it('what was staged before the machine itself went down is not trusted', async () => {
    write('usb1/ann/t/a', 'right');
    const id = await box.tasks.add(ann, {
      cmd: 'COPY',
      source: '/mnt/usb1/ann/t',
      target: '/mnt/usb1/shared-files',
      params: {},
    });
    await box.tasks.whenSettled('ann', id);
    await box.undo.undo(ann, null);
    box.database.exec('delete from journal');
    // Same size and time, other bytes: possible after a power cut for an unsynced file.
    mkdirSync(real(`usb1/.boxwood/task-${id}`), { recursive: true });
    renameSync(real('usb1/ann/t/a'), real('usb1/ann/t/b'));
    writeFileSync(real('usb1/ann/t/a'), 'right');
    mkdirSync(real(`usb1/.boxwood/task-${id}/item`));
    writeFileSync(real(`usb1/.boxwood/task-${id}/item/a`), 'wrong');
    for (const path of ['usb1/ann/t/a', `usb1/.boxwood/task-${id}/item/a`])
      utimesSync(real(path), 1_600_000_000, 1_600_000_000);
    box.database.exec(`update jobs set state = 'running', code = 2, boot = 'another boot'`);
    const next = createTasks(box, { clock });
    await next.jobs.start();
    await next.tasks.whenSettled('ann', id);
    expect(readFileSync(real('usb1/shared-files/t/a'), 'utf8')).toBe('right');
    await next.jobs.close();
  });

  it('what an earlier run has staged needs no room again', async () => {
    write('usb1/ann/t/a', 'x'.repeat(1000));
    const id = await box.tasks.add(ann, {
      cmd: 'COPY',
      source: '/mnt/usb1/ann/t',
      target: '/mnt/usb1/shared-files',
      params: {},
    });
    await box.tasks.whenSettled('ann', id);
    await box.undo.undo(ann, null);
    box.database.exec('delete from journal');
    write(`usb1/.boxwood/task-${id}/item/a`, 'x'.repeat(1000));
    for (const path of ['usb1/ann/t/a', `usb1/.boxwood/task-${id}/item/a`])
      utimesSync(real(path), 1_600_000_000, 1_600_000_000);
    box.database.exec(`update jobs set state = 'running', code = 2`);
    vi.spyOn(Folder.prototype, 'space').mockResolvedValue({ free: MIN_FREE_BYTES + 500, total: 2 ** 40 });
    const next = createTasks(box, { clock });
    await next.jobs.start();
    expect(await next.tasks.whenSettled('ann', id)).toMatchObject({ state: 1, total: 1000, done: 1000 });
    const anew = await next.tasks.add(ann, {
      cmd: 'COPY',
      source: '/mnt/usb1/ann/t',
      target: '/mnt/usb1/shared-files',
      params: { conflict: 2 },
    });
    expect(await next.tasks.whenSettled('ann', anew)).toMatchObject({ state: -1, code: 11 });
    await next.jobs.close();
  });

  it('sweeps what unknown tasks have staged, on every volume that can be written to, and nothing else of the box', async () => {
    for (const volume of ['usb1', 'usb2', 'usb3', 'extdev/STICK'])
      write(`${volume}/.boxwood/task-0123456789abcdef/item/x`);
    write('usb1/.boxwood/part-of-an-upload');
    await box.jobs.start();
    expect(readdirSync(real('usb1/.boxwood'))).toEqual(['part-of-an-upload']);
    expect(['usb2', 'extdev/STICK'].map((volume) => readdirSync(real(`${volume}/.boxwood`)))).toEqual([[], []]);
    expect(readdirSync(real('usb3/.boxwood'))).toHaveLength(1);
  });
});
