import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOperations } from '../archives/operations.ts';
import { sevenZip } from '../archives/seven-zip.ts';
import { snapshot } from '../journal/testing.ts';
import { newIdentity, recipientOf } from '../safe/age-keys.ts';
import { callerFor } from '../vault/index.ts';
import type { TaskRequest } from './tasks.ts';
import { type TaskBox, taskBox } from './testing.ts';

const identity = newIdentity();
const keys = { recipientOf: () => recipientOf(identity), identityOf: () => identity };
const ann = callerFor('ann', ['safe']);
let box: TaskBox;
const real = (path: string) => join(box.root, path);
const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', real('usb2')]);
/** Only root mounts; elsewhere `tests/faults` has its own full disk. */
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

const run = async (cmd: TaskRequest['cmd'], source: string, target: string, names?: readonly string[]) => {
  const params = names === undefined ? {} : { names };
  const id = await box.tasks.add(ann, {
    cmd,
    source: `/mnt/usb1/ann${source}`,
    target: `/mnt/usb2/ann${target}`,
    params,
  });
  return box.tasks.settled('ann', id);
};

describe.skipIf(!canMount)('a disk without room', { timeout: 60_000 }, () => {
  beforeEach(() => {
    box = taskBox({ clock: { now: () => Date.now() }, keys, more: archiveOperations });
    mkdirSync(real('usb1/ann/many'), { recursive: true });
    mkdirSync(real('usb2'), { recursive: true });
    writeFileSync(real('usb1/ann/big'), randomBytes(12_000_000));
    for (let n = 0; n < 60; n += 1) writeFileSync(real(`usb1/ann/many/${n}`), String(n));
  });
  afterEach(async () => {
    await box.tasks.close();
    spawnSync('umount', [real('usb2')]);
    expect(box.faults).toEqual([]);
    box.remove();
  });

  it('every operation says no space (11), keeps the source, leaves nothing at the target, and works again with room', async () => {
    mount('size=4m');
    mkdirSync(real('usb2/ann'));
    execFileSync(sevenZip() ?? '', ['a', real('usb1/ann/a.7z'), real('usb1/ann/big')], { stdio: 'ignore' });
    const before = snapshot(real('usb1'));
    const operations: (() => ReturnType<typeof run>)[] = [
      () => run('COPY', '/big', ''),
      () => run('MOVE', '/big', ''),
      () => run('EMOVE', '/big', ''),
      () => run('COMPRESS', '', '/y.zip', ['big']),
      () => run('COMPRESS', '', '/y.tar.gz', ['big']),
      () => run('DECOMPRESS', '/a.7z', ''),
    ];
    for (const operation of operations) {
      const task = await operation();
      expect(task, task?.cmd).toMatchObject({ state: -1, code: 11 });
    }
    expect(snapshot(real('usb1'))).toEqual(before);
    expect(readdirSync(real('usb2/ann'))).toEqual([]);
    expect(readdirSync(real('usb2/.boxwood'))).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=64m', real('usb2')]);
    for (const operation of operations.filter((_, n) => n !== 1 && n !== 2))
      expect(await operation()).toMatchObject({ state: 1 });
  });

  it('room that ends in the middle (no more inodes) leaves nothing either', async () => {
    mount('size=64m,nr_inodes=30');
    mkdirSync(real('usb2/ann'));
    for (const cmd of ['COPY', 'MOVE'] as const)
      expect(await run(cmd, '/many', '')).toMatchObject({ state: -1, code: 11 });
    expect(readdirSync(real('usb1/ann/many'))).toHaveLength(60);
    expect(readdirSync(real('usb2/ann'))).toEqual([]);
    rmSync(real('usb2/ann'), { recursive: true });
  });

  it('a disk that became read-only is said to be (9), and changes nothing', async () => {
    mount('size=64m');
    mkdirSync(real('usb2/ann'));
    execFileSync('mount', ['-o', 'remount,ro', real('usb2')]);
    expect(await run('COPY', '/big', '')).toMatchObject({ state: -1, code: 9 });
    expect(existsSync(real('usb1/ann/big'))).toBe(true);
  });
});
