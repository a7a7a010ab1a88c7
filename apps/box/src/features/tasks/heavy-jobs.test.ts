import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Progress } from '../../runtime/progress.ts';
import { OPS } from '../../storage/copy/operation-codes.ts';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { newIdentity, recipientOf } from '../safe/age-keys.ts';
import { type DiskCallRecorder, recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import type { HeavyJob, HeavyResult } from './heavy.ts';
import { runOrder } from './heavy-jobs.ts';

let root: string;
let disk: DiskCallRecorder;
const real = (path: string): string => join(root, path);
const nothing: HeavyResult = { bytes: 0, files: 0, folders: 0, skipped: 0, digest: '' };
/** Runs a job in this process, where its disk calls are recorded. */
const run = (job: HeavyJob) => runOrder({ job, memory: new Progress().memory });
const on = (name: string) => ({ from: root, name: Buffer.from(name) });
const done = (result: Partial<HeavyResult>) => ({ tag: 'done', result: { ...nothing, ...result } });

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'boxwood-heavy-')));
  for (const name of ['tree/in', 'staging', 'twin']) mkdirSync(real(name), { recursive: true });
  writeFileSync(real('tree/a'), 'a');
  writeFileSync(real('tree/in/b'), 'bb');
  disk = await recordDiskCalls(root);
});
afterEach(() => {
  disk.stop();
  rmSync(root, { recursive: true });
});

describe('what a worker thread does', () => {
  it('counts bytes, files and folders', () => {
    expect(run({ ...on('tree'), kind: 'measure' })).toEqual(done({ bytes: 3, files: 2, folders: 2 }));
  });

  it('copies, and has every part of the copy on the disk when it answers', () => {
    const copied = run({ ...on('tree'), kind: 'copy', staging: real('staging'), trusted: false });
    expect(copied).toEqual(done({ bytes: 3, files: 2, folders: 2 }));
    expect(snapshot(real('staging/item'))).toEqual(snapshot(real('tree')));
    expect(disk.takeCalls().slice(-4).toSorted()).toEqual(
      ['', '/a', '/in', '/in/b'].map((path) => `sync staging/item${path}`),
    );
  });

  it('tidies what was unpacked, and has it on the disk when it answers', () => {
    expect(run({ ...on('tree'), kind: 'tidy', zip: false })).toEqual(done({ files: 3 }));
    expect(disk.takeCalls().toSorted()).toEqual(['sync tree', 'sync tree/a', 'sync tree/in', 'sync tree/in/b']);
    symlinkSync('/etc/passwd', real('tree/out'));
    expect(run({ ...on('tree'), kind: 'tidy', zip: false })).toMatchObject({ tag: 'failed', code: OPS.unsafeEntry });
  });

  it('knows a tree again by its digest', () => {
    const first = run({ ...on('tree'), kind: 'digest' });
    expect(run({ ...on('tree'), kind: 'digest' })).toEqual(first);
    writeFileSync(real('tree/in/b'), 'cc');
    expect(run({ ...on('tree'), kind: 'digest' })).not.toEqual(first);
  });

  it('makes a private copy of an open file', () => {
    const source = openSync(real('tree/in/b'), 'r');
    expect(run({ ...on('mine'), kind: 'clone', source })).toEqual(done({ bytes: 2 }));
    closeSync(source);
    expect(readFileSync(real('mine'), 'utf8')).toBe('bb');
  });

  it('removes a tree, or only what a twin has as well', () => {
    run({ ...on('tree'), kind: 'copy', staging: real('twin'), trusted: false });
    writeFileSync(real('tree/new'), 'new');
    const twin = { folder: real('twin'), name: Buffer.from('item') };
    expect(run({ ...on('tree'), kind: 'remove', twin })).toEqual(done({ skipped: 1 }));
    expect(readdirSync(real('tree'))).toEqual(['new']);
    expect(run({ ...on('tree'), kind: 'remove' })).toEqual(done({}));
    expect(readdirSync(root)).not.toContain('tree');
    expect(statSync(real('twin/item/in/b')).size).toBe(2);
  });

  it('encrypts and decrypts, each on the disk when it answers', () => {
    const identity = newIdentity();
    const plain = randomBytes(100_000);
    writeFileSync(real('plain'), plain);
    const sealed = run({ ...on('plain'), kind: 'encrypt', staging: real('staging'), recipient: recipientOf(identity) });
    expect(sealed).toEqual(done({ bytes: plain.length }));
    expect(disk.takeCalls().filter((each) => each.startsWith('sync staging/'))).toHaveLength(1);
    const item = { from: real('staging'), name: Buffer.from('item') };
    expect(run({ ...item, kind: 'decrypt', staging: real('twin'), identity })).toEqual(done({ bytes: plain.length }));
    expect(disk.takeCalls().filter((each) => each.startsWith('sync twin/'))).toHaveLength(1);
    expect(readFileSync(real('twin/item')).equals(plain)).toBe(true);
  });

  it('stops when it is told to, and says why it failed without the paths of the disk', () => {
    const gauge = new Progress();
    gauge.stop();
    expect(runOrder({ job: { ...on('tree'), kind: 'measure' }, memory: gauge.memory })).toEqual({ tag: 'stopped' });
    expect(run({ ...on('tree'), from: real('none'), kind: 'measure' })).toMatchObject({ tag: 'failed', text: '' });
  });
});
