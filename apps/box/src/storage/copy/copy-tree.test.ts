import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DiskCallRecorder, recordDiskCalls } from '../vault/disk-call-recorder.ts';
import { copyFile, SourceChanging } from './copy-file.ts';
import { copyTree, measureTree, removeTree } from './copy-tree.ts';
import { OpenDirectory } from './open-directory.ts';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { syncTree } from './sync-tree.ts';
import { treeDigest } from './tree-digest.ts';

let root: string;
let from: OpenDirectory;
let staging: OpenDirectory;
let disk: DiskCallRecorder;
const real = (path: string) => join(root, path);

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'copy-')));
  from = OpenDirectory.open(root);
  staging = from.openOrCreate('staging');
  disk = await recordDiskCalls(root);
});
afterEach(() => {
  disk.stop();
  from.close();
  staging.close();
  rmSync(root, { recursive: true });
});

/** Inspects a copy in progress, each time it checks for cancellation. */
class Meddler extends Progress {
  readonly #meddle: (time: number) => void;
  #times = 0;

  constructor(meddle: (time: number) => void) {
    super();
    this.#meddle = meddle;
  }

  override throwIfStopped(): void {
    this.#meddle((this.#times += 1));
    super.throwIfStopped();
  }
}

/** Files and folders of this test that are open. */
const opened = () =>
  readdirSync('/proc/self/fd')
    .filter((fd) => lstatSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false }) !== undefined)
    .filter((fd) => readlinkSync(`/proc/self/fd/${fd}`).startsWith(root)).length;

describe('one file', () => {
  it('is whole, with its time and mode, before it has its name; what is staged is synced as one', () => {
    const bytes = randomBytes(600_000);
    writeFileSync(real('a'), bytes);
    chmodSync(real('a'), 0o640);
    utimesSync(real('a'), 1_700_000_000, 1_600_000_000);
    expect(copyFile(from, 'a', staging, staging, 'item', new Progress())).toBe(600_000);
    const [rename, ...more] = disk.takeCalls();
    expect(rename).toMatch(/^rename staging\/part\.[0-9.]+ -> staging\/item$/);
    expect(more).toEqual([]);
    expect(readFileSync(real('staging/item')).equals(bytes)).toBe(true);
    expect(statSync(real('staging/item'))).toMatchObject({ mtimeMs: 1_600_000_000_000, mode: 0o100640 });
    expect(readdirSync(real('staging'))).toEqual(['item']);
  });

  it('that changes while it is copied is copied again, and is never half of each', () => {
    writeFileSync(real('a'), 'a'.repeat(500_000));
    const once = new Meddler((time) => {
      if (time === 1) writeFileSync(real('a'), 'b'.repeat(500_001));
    });
    expect(copyFile(from, 'a', staging, staging, 'item', once)).toBe(500_001);
    expect(readFileSync(real('staging/item'), 'utf8')).toBe('b'.repeat(500_001));
    expect(once.done).toBe(500_001);
  });

  it('of the same size whose time moves in the middle is copied again', () => {
    writeFileSync(real('a'), 'a'.repeat(500_000));
    const once = new Meddler((time) => {
      if (time === 1) writeFileSync(real('a'), 'b'.repeat(500_000));
    });
    copyFile(from, 'a', staging, staging, 'item', once);
    expect(readFileSync(real('staging/item'), 'utf8')).toBe('b'.repeat(500_000));
  });

  it('that never rests is given up after three tries, and nothing is left', () => {
    writeFileSync(real('a'), 'a');
    const always = new Meddler((time) => {
      utimesSync(real('a'), time, time);
    });
    expect(() => copyFile(from, 'a', staging, staging, 'item', always)).toThrow(SourceChanging);
    expect(readdirSync(real('staging'))).toEqual([]);
  });

  it('that is large goes past the cache, also from within a page on, and is the same', () => {
    const bytes = randomBytes(32 * 1024 * 1024 + 5000);
    writeFileSync(real('a'), bytes);
    const before = opened();
    const { ino, size, mtimeNs } = statSync(real('a'), { bigint: true });
    writeFileSync(real(`staging/part.${ino}.${size}.${mtimeNs}`), bytes.subarray(0, 5001));
    expect(copyFile(from, 'a', staging, staging, 'item', new Progress())).toBe(bytes.length);
    expect(readFileSync(real('staging/item')).equals(bytes)).toBe(true);
    expect(opened()).toBe(before);
  });

  it('goes on where a stop left it, and begins anew for another version', () => {
    const bytes = randomBytes(700_000);
    writeFileSync(real('a'), bytes);
    const part = () => readdirSync(real('staging'))[0] ?? '';
    const stopped = new Meddler((time) => {
      if (time === 1) throw new StoppedError();
    });
    expect(() => copyFile(from, 'a', staging, staging, 'item', stopped)).toThrow(StoppedError);
    // Existing files are not copied again: a changed byte is still changed at the end.
    const kept = readFileSync(real(`staging/${part()}`));
    expect(kept.length).toBeGreaterThan(0);
    kept[0] = (kept[0] ?? 0) ^ 1;
    writeFileSync(real(`staging/${part()}`), kept);
    copyFile(from, 'a', staging, staging, 'item', new Progress());
    const result = readFileSync(real('staging/item'));
    expect(result.equals(bytes)).toBe(false);
    expect(result.subarray(1).equals(bytes.subarray(1))).toBe(true);
  });
});

describe('a tree', () => {
  const plant = () => {
    mkdirSync(real('t/inner'), { recursive: true });
    writeFileSync(real('t/one'), '1');
    writeFileSync(real('t/inner/two'), '22');
    symlinkSync('one', real('t/link'));
    symlinkSync('../../outside', real('t/inner/out'));
    utimesSync(real('t/inner'), 1_500_000_000, 1_500_000_000);
  };

  it('is measured and copied without what leads out of it', () => {
    plant();
    const gauge = new Progress();
    expect(measureTree(from, 't', gauge)).toEqual({ bytes: 3, files: 4, folders: 2, skipped: 0 });
    expect(copyTree(from, 't', staging, gauge, true)).toEqual({ bytes: 3, files: 3, folders: 2, skipped: 1 });
    expect(readdirSync(real('staging/item'), { recursive: true }).toSorted()).toEqual([
      'inner',
      'inner/two',
      'link',
      'one',
    ]);
    expect(statSync(real('staging/item/inner')).mtimeMs).toBe(1_500_000_000_000);
    expect(disk.takeCalls().filter((act) => act.startsWith('sync'))).toEqual([]);
  });

  it('keeps what a stopped copy had, unless the machine was started anew since', () => {
    plant();
    copyTree(from, 't', staging, new Progress(), true);
    const { ino } = statSync(real('staging/item/one'));
    copyTree(from, 't', staging, new Progress(), true);
    expect(statSync(real('staging/item/one')).ino).toBe(ino);
    writeFileSync(real('staging/left-over'), 'x');
    copyTree(from, 't', staging, new Progress(), false);
    expect(readdirSync(real('staging'))).toEqual(['item']);
  });

  it('of which something goes at that moment is what is left of it', () => {
    const gone = (name: string) =>
      new Meddler(() => {
        rmSync(real(name), { recursive: true, force: true });
      });
    plant();
    expect(measureTree(from, 't', gone('t/one'))).toMatchObject({ bytes: 2, files: 3 });
    expect(copyTree(from, 't', staging, gone('t/link'), true)).toMatchObject({ bytes: 2, files: 1 });
    expect(treeDigest(from, 't', gone('t/inner/two'))).toBe(treeDigest(from, 't', new Progress()));
    expect(removeTree(from, 't', gone('t/inner/out'))).toBe(0);
    expect(measureTree(from, 't', new Progress())).toEqual({ bytes: 0, files: 0, folders: 0, skipped: 0 });
    expect(copyTree(from, 't', staging, new Progress(), false)).toEqual({ bytes: 0, files: 0, folders: 0, skipped: 0 });
    expect(removeTree(from, 't', new Progress())).toBe(0);
    expect(treeDigest(from, 't', new Progress())).toBe(treeDigest(from, 'none', new Progress()));
  });

  it('leaves nothing open, whether it was finished or stopped', () => {
    const before = opened();
    plant();
    const stopped = () =>
      new Meddler((time) => {
        if (time === 4) throw new StoppedError();
      });
    const works: readonly ((gauge: Progress) => unknown)[] = [
      (gauge) => measureTree(from, 't', gauge),
      (gauge) => treeDigest(from, 't', gauge),
      (gauge) => copyTree(from, 't', staging, gauge, true),
      (gauge) => removeTree(from, 't', gauge, { folder: staging, name: 'item' }),
    ];
    for (const work of works) {
      expect(() => work(stopped())).toThrow(StoppedError);
      expect(opened()).toBe(before);
      work(new Progress());
      expect(opened()).toBe(before);
    }
    expect(existsSync(real('t/one'))).toBe(false);
  });

  it('has one digest for one state: names, kinds, sizes and times, and not what is in its files', () => {
    plant();
    const digest = () => treeDigest(from, 't', new Progress());
    const states = [digest()];
    expect(digest()).toBe(states[0]);
    utimesSync(real('t/one'), 1, 1);
    states.push(digest());
    writeFileSync(real('t/one'), '2');
    utimesSync(real('t/one'), 1, 1);
    expect(digest()).toBe(states[1]);
    renameSync(real('t/one'), real('t/three'));
    states.push(digest());
    renameSync(real('t/three'), real('t/inner/three'));
    states.push(digest());
    mkdirSync(real('t/empty'));
    states.push(digest());
    rmSync(real('t/empty'), { recursive: true });
    writeFileSync(real('t/empty'), '');
    utimesSync(real('t/empty'), 1, 1);
    states.push(digest());
    writeFileSync(real('t/empty'), '1');
    utimesSync(real('t/empty'), 1, 1);
    states.push(digest());
    expect(new Set(states).size).toBe(states.length);
  });

  it('is put on the disk file by file and folder by folder, the inner ones first', () => {
    plant();
    const before = opened();
    syncTree(from, 't', 4);
    expect(opened()).toBe(before);
    const acts = disk.takeCalls();
    expect(acts.toSorted()).toEqual(['sync t', 'sync t/inner', 'sync t/inner/two', 'sync t/one']);
    expect(acts.at(-1)).toBe('sync t');
    expect(acts.indexOf('sync t/inner')).toBeGreaterThan(acts.indexOf('sync t/inner/two'));
  });

  it('a large one is synced as a whole, by the file system', () => {
    plant();
    syncTree(from, 't', 17);
    expect(disk.takeCalls()).toEqual([]);
    syncTree(from, 't', 16);
    expect(disk.takeCalls()).toHaveLength(4);
  });

  it('is removed where its twin has the same; what was changed or added meanwhile stays', () => {
    plant();
    copyTree(from, 't', staging, new Progress(), true);
    writeFileSync(real('t/one'), 'changed');
    writeFileSync(real('t/inner/new'), 'new');
    expect(removeTree(from, 't', new Progress(), { folder: staging, name: 'item' })).toBeGreaterThan(0);
    expect(readFileSync(real('t/one'), 'utf8')).toBe('changed');
    expect(readFileSync(real('t/inner/new'), 'utf8')).toBe('new');
    expect(existsSync(real('t/inner/two'))).toBe(false);
    expect(removeTree(from, 't', new Progress())).toBe(0);
    expect(existsSync(real('t'))).toBe(false);
  });
});
