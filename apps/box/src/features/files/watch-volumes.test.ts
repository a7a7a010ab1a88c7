import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { fromDisk } from '../../storage/vault/disk-names.ts';
import type { VolumeWatchers } from './watch-volumes.ts';
import { watchVolumes } from './watch-volumes.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let base: string;
let root: string;
let watching: VolumeWatchers;
const folders = new Set<string>();
const created = new Set<string>();
const lost: string[] = [];
let floods = 0;
/** Closed while a test pauses the work on large trees. */
let gate = Promise.resolve();
const forget = () => [folders, created].forEach((told) => told.clear());
const cameAs = (...keys: readonly string[]) =>
  expect.poll(() => [...created].toSorted(), { timeout: 30_000, interval: 10 }).toEqual(keys.toSorted());
const at = (path: string): string => join(root, path);
const make = (path: string) => mkdirSync(at(path), { recursive: true });
const write = (path: string) => writeFileSync(at(path), 'x');
const told = (...keys: readonly string[]) =>
  expect.poll(() => keys.filter((key) => !folders.has(key)), { timeout: 30_000, interval: 10 }).toEqual([]);

beforeEach(async () => {
  forget();
  lost.length = 0;
  base = mkdtempSync(join(tmpdir(), 'boxwood-watch-'));
  root = join(base, 'usb1');
  mkdirSync(join(root, 'ann/photos/2024'), { recursive: true });
  watching = await watchVolumes({
    volumes: [{ mountDir: '/mnt/usb1', root }],
    onChange: (change) => {
      for (const key of change.folders) folders.add(key);
      for (const key of change.created) created.add(key);
      if (change.isOverflow) floods += 1;
    },
    yieldToOthers: () => gate,
    onWatchLost: (_, reason) => lost.push(reason),
  });
});
afterEach(async () => {
  await watching.close();
  rmSync(base, { recursive: true });
});

describe('watching a volume', () => {
  it('tells the folders in which something came, went or was written, and nothing of the own files of the box', async () => {
    expect(watching.watched).toEqual(['/mnt/usb1']);
    write('ann/photos/2024/a.jpg');
    await told('/mnt/usb1/ann/photos/2024');
    forget();
    writeFileSync(at('ann/photos/2024/a.jpg'), 'longer');
    await told('/mnt/usb1/ann/photos/2024');
    forget();
    make('.boxwood/parts');
    write('ann/.boxwood-part-1');
    rmSync(at('ann/photos/2024/a.jpg'));
    await told('/mnt/usb1/ann/photos/2024');
    expect([...folders]).toEqual(['/mnt/usb1/ann/photos/2024']);
    expect(created.size).toBe(0);
  });

  it('tells a folder that came, however deep, and goes on with what is in it', async () => {
    mkdirSync(join(base, 'stick/a/b/c'), { recursive: true });
    renameSync(join(base, 'stick'), at('ann/stick'));
    await told('/mnt/usb1/ann');
    await cameAs('/mnt/usb1/ann/stick');
    write('ann/stick/a/b/c/deep.txt');
    await told('/mnt/usb1/ann/stick/a/b/c');
  });

  it('calls what lies in a renamed folder by its new name alone', async () => {
    renameSync(at('ann/photos'), at('pictures'));
    await told('/mnt/usb1', '/mnt/usb1/ann');
    await cameAs('/mnt/usb1/pictures');
    forget();
    write('pictures/2024/b.jpg');
    await told('/mnt/usb1/pictures/2024');
    expect([...folders].filter((key) => !key.startsWith('/mnt/usb1/pictures'))).toEqual([]);
  });

  it('follows names that are no UTF-8', async () => {
    const name = Buffer.from([0x61, 0xff, 0x62]);
    mkdirSync(Buffer.concat([Buffer.from(`${at('ann')}/`), name]));
    await cameAs(`/mnt/usb1/ann/${fromDisk(name)}`);
    writeFileSync(Buffer.concat([Buffer.from(`${at('ann')}/`), name, Buffer.from('/x')]), '');
    await told(`/mnt/usb1/ann/${fromDisk(name)}`);
  });

  it('goes on when something is too deep to be reached', async () => {
    // Step by step, so that the last folder is only reported by its name; through descriptors, because the path exceeds
    // the length limit.
    const name = 'd'.repeat(250);
    let above = openSync(root, 'r');
    let key = '/mnt/usb1';
    while (key.length - '/mnt/usb1'.length + root.length < 4096) {
      mkdirSync(`/proc/self/fd/${above}/${name}`);
      await told(key);
      if (root.length + key.length + name.length - '/mnt/usb1'.length < 4095) await cameAs(`${key}/${name}`);
      forget();
      const folder = openSync(`/proc/self/fd/${above}/${name}`, 'r');
      closeSync(above);
      above = folder;
      key = `${key}/${name}`;
    }
    closeSync(above);
    write('ann/photos/2024/a.jpg');
    await told('/mnt/usb1/ann/photos/2024');
    expect([watching.watched, lost]).toEqual([['/mnt/usb1'], []]);
  });

  it('tells what changed while a tree that came is still being looked into, however long that takes', async () => {
    const door = Promise.withResolvers<undefined>();
    mkdirSync(join(base, 'stick/a/b'), { recursive: true });
    gate = door.promise.then(() => undefined);
    renameSync(join(base, 'stick'), at('ann/stick'));
    await told('/mnt/usb1/ann');
    forget();
    for (const turn of [1, 2, 3]) {
      writeFileSync(at('ann/photos/2024/a.jpg'), 'x'.repeat(turn));
      await told('/mnt/usb1/ann/photos/2024');
      make(`ann/another ${turn}`);
      await told('/mnt/usb1/ann');
      forget();
    }
    expect(created.size).toBe(0);
    gate = Promise.resolve();
    door.resolve(undefined);
    await cameAs('/mnt/usb1/ann/stick', ...[1, 2, 3].map((turn) => `/mnt/usb1/ann/another ${turn}`));
  });

  it('a flood of changes, of which the kernel drops some, makes everything uncertain, and is recovered from', async () => {
    const most = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
    const files = ['a', 'b'].map((name) => openSync(at(`ann/photos/2024/${name}`), 'w'));
    // This process reads no events while it writes; beyond this number the kernel drops them.
    for (let count = 0; count < most; count += 1) writeSync(files[count % 2] ?? 0, 'x');
    make('ann/unheard of/deep');
    for (const file of files) closeSync(file);
    await expect.poll(() => floods, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0);
    await cameAs('/mnt/usb1');
    forget();
    write('ann/unheard of/deep/new');
    await told('/mnt/usb1/ann/unheard of/deep');
    expect(lost).toEqual([]);
  });

  it('says when a volume cannot be watched', async () => {
    const none = await watchVolumes({
      volumes: [{ mountDir: '/mnt/usb2', root: join(base, 'none') }],
      onChange: () => undefined,
      onWatchLost: (mountDir) => lost.push(mountDir),
    });
    expect([none.watched, lost]).toEqual([[], ['/mnt/usb2']]);
    await none.close();
  });

  it('after any making, renaming and deleting, every folder that is there is still watched, by its name', async () => {
    const place = fc.constantFrom('a', 'b', 'a/a', 'a/b', 'b/a', 'a/b/c', 'b/a/c');
    const step = fc.record({ what: fc.constantFrom('make', 'rename', 'delete', 'wait'), from: place, to: place });
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch {
        // A missing entry cannot be renamed; the walk continues.
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const { what, from, to } of steps) {
          if (what === 'make') make(from);
          else if (what === 'delete') rmSync(at(from), { recursive: true, force: true });
          else if (what === 'rename') attempt(() => renameSync(at(from), at(to)));
          else await new Promise((resolve) => setTimeout(resolve, 5));
        }
        // The second folder is read after all earlier events of the first one.
        for (const mark of ['mark', 'mark again']) {
          forget();
          make(mark);
          await expect.poll(() => created.has(`/mnt/usb1/${mark}`), { timeout: 30_000, interval: 10 }).toBe(true);
        }
        const there = [
          '',
          ...readdirSync(root, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
        ];
        const keys = there.map((folder) => `/mnt/usb1${folder}`);
        // Changes are reported in order: the first report includes everything done before, also for deleted folders.
        for (const name of ['first', 'second']) {
          forget();
          for (const folder of there) writeFileSync(join(root, folder, name), '');
          await told(...keys);
        }
        expect([...folders].filter((key) => !keys.includes(key))).toEqual([]);
        for (const folder of there) for (const name of ['first', 'second']) rmSync(join(root, folder, name));
        for (const mark of ['mark', 'mark again']) rmSync(at(mark), { recursive: true });
      }),
      { numRuns: propertyRuns(40) },
    );
    expect(lost).toEqual([]);
  });
});
