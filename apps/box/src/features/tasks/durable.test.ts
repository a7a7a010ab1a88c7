/** What a task reports as done is synced: deletions here, placed files in the worker's own tests. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newIdentity, recipientOf } from '../safe/age-keys.ts';
import { type DiskCallRecorder, recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import { callerFor } from '../../storage/vault/index.ts';
import type { TaskRequest } from './task-model.ts';
import { type TaskBox, taskBox } from './task-test-helpers.ts';

const identity = newIdentity();
const keys = { recipientOf: () => recipientOf(identity), identityOf: () => identity };
const ann = callerFor('ann', ['safe', 'home']);
/** Another file system if there is one, so that a move really copies. */
const elsewhere = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const isOther = statSync(elsewhere).dev !== statSync(tmpdir()).dev;

let box: TaskBox;
let other: string;
let disk: DiskCallRecorder;
const real = (path: string): string => join(box.root, path);
const perform = async (cmd: TaskRequest['cmd'], source: string, target: string): Promise<string> => {
  const id = await box.tasks.add(ann, { cmd, source: `/mnt/${source}`, target, params: {} });
  expect(await box.tasks.whenSettled('ann', id)).toMatchObject({ state: 1 });
  return id;
};

beforeEach(async () => {
  box = taskBox({ clock: { now: () => Date.now() }, keys });
  other = mkdtempSync(join(elsewhere, 'boxwood-durable-'));
  rmSync(real('usb2'), { recursive: true });
  symlinkSync(other, real('usb2'));
  for (const place of ['usb1/ann/in', 'usb1/ann/.safebox', 'usb2/ann']) mkdirSync(real(place), { recursive: true });
  writeFileSync(real('usb1/ann/in/a'), 'a');
  disk = await recordDiskCalls(box.root);
});
afterEach(async () => {
  disk.stop();
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  rmSync(other, { recursive: true });
  box.remove();
});

describe('what is gone is gone from the disk when a task has ended', { timeout: 60_000 }, () => {
  it('REMOVE: the folder that lost a name', async () => {
    await perform('REMOVE', 'usb1/ann/in/a', '');
    expect(disk.takeCalls()).toContain('sync usb1/ann/in');
  });

  it('EMOVE and DMOVE: the folder that lost the source, after the one that gained the result', async () => {
    await perform('EMOVE', 'usb1/ann/in/a', '/mnt/usb1/ann');
    expect(disk.takeCalls().slice(-2)).toEqual(['unlink usb1/ann/in/a', 'sync usb1/ann/in']);
    await perform('DMOVE', 'usb1/ann/a.hyencrypt_v3', '/mnt/usb1/ann/in');
    expect(disk.takeCalls().slice(-2)).toEqual(['unlink usb1/ann/a.hyencrypt_v3', 'sync usb1/ann']);
  });

  it.skipIf(!isOther)(
    'MOVE to another disk, and back by undo: the folder that lost the source, last of all',
    async () => {
      await perform('MOVE', 'usb1/ann/in/a', '/mnt/usb2/ann');
      expect(disk.takeCalls().at(-1)).toBe('sync usb1/ann/in');
      const { task } = await box.undo.undo(ann, null);
      expect(await box.tasks.whenSettled('ann', task ?? '')).toMatchObject({ state: 1 });
      const taken = disk.takeCalls();
      // The marker of the item is synced before the item is placed.
      const noted = taken.indexOf(`sync usb1/.boxwood/task-${task}`);
      const placed = taken.findIndex((each) => each.endsWith(' -> usb1/ann/in/a'));
      expect(noted).toBeGreaterThanOrEqual(0);
      expect(placed).toBeGreaterThan(noted);
      expect(taken.slice(placed).indexOf('sync usb1/ann/in')).toBeGreaterThan(0);
    },
  );
});
