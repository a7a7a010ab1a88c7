/** Files changed while they are copied, moved or encrypted: paused at a fixed point and really written. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyFile, SourceChanging } from '../../storage/copy/copy-file.ts';
import { OpenDirectory } from '../../storage/copy/open-directory.ts';
import { Progress } from '../../runtime/progress.ts';
import { decryptFile, encryptFile } from '../safe/age-file.ts';
import { recipientOf } from '../safe/age-keys.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { type TaskBox, taskBox } from './task-test-helpers.ts';
import type { TaskRequest } from './task-model.ts';

const MB = 1024 * 1024;

/** Calls a hook after every chunk, between two reads of a copy. */
class WatchedProgress extends Progress {
  readonly #onAdvance: () => void;

  constructor(onAdvance: () => void) {
    super();
    this.#onAdvance = onAdvance;
  }

  override addDone(bytes: number): void {
    super.addDone(bytes);
    this.#onAdvance();
  }
}

/** Overwrites a file in place: same inode and size, other time. */
const overwrite = (path: string, content: Buffer, seconds: number): void => {
  const file = openSync(path, 'r+');
  writeSync(file, content, 0, content.length, 0);
  closeSync(file);
  utimesSync(path, seconds, seconds);
};

describe('one file', () => {
  let root = '';
  let from: OpenDirectory;
  let staging: OpenDirectory;
  const source = () => join(root, 'from/film');
  const staged = () => readdirSync(join(root, 'staging'));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'boxwood-changing-'));
    for (const name of ['from', 'staging']) mkdirSync(join(root, name));
    from = OpenDirectory.open(join(root, 'from'));
    staging = OpenDirectory.open(join(root, 'staging'));
  });
  afterEach(() => {
    from.close();
    staging.close();
    rmSync(root, { recursive: true });
  });

  it.each(['at once', 'piece by piece'])('copied %s while it is written to is one version of it', (how) => {
    const [first, second] = [randomBytes(2 * MB), randomBytes(2 * MB)];
    writeFileSync(source(), first);
    const { ino, size, mtimeNs } = statSync(source(), { bigint: true });
    // A part of an earlier run is completed by reading.
    if (how === 'piece by piece') writeFileSync(join(root, 'staging', `part.${ino}.${size}.${mtimeNs}`), '');
    let changes = 0;
    const gauge = new WatchedProgress(() => {
      changes += 1;
      if (changes === 3 || how === 'at once') overwrite(source(), second, 1_600_000_000);
    });
    copyFile(from, 'film', staging, staging, 'item', gauge);
    expect(readFileSync(join(root, 'staging/item')).equals(second)).toBe(true);
    expect(staged()).toEqual(['item']);
  });

  it('that never holds still is not copied at all', () => {
    writeFileSync(source(), randomBytes(MB));
    let second = 1_600_000_000;
    const gauge = new WatchedProgress(() => overwrite(source(), randomBytes(MB), (second += 1)));
    expect(() => copyFile(from, 'film', staging, staging, 'item', gauge)).toThrow(SourceChanging);
    expect(staged()).toEqual([]);
  });

  it('encrypted or decrypted while it is written to is neither', () => {
    const identity = randomBytes(32);
    const plain = randomBytes(9 * MB);
    writeFileSync(source(), plain);
    // Only bytes already read change, so that nothing else notices.
    const change = () => overwrite(source(), Buffer.from('changed'), 1_600_000_000);
    expect(() => encryptFile(from, 'film', staging, recipientOf(identity), new WatchedProgress(change))).toThrow(
      SourceChanging,
    );
    expect(staged()).toEqual([]);
    writeFileSync(source(), plain);
    encryptFile(from, 'film', staging, recipientOf(identity), new Progress());
    writeFileSync(source(), readFileSync(join(root, 'staging/item')));
    rmSync(join(root, 'staging/item'));
    expect(() => decryptFile(from, 'film', staging, identity, new WatchedProgress(change))).toThrow(SourceChanging);
    expect(staged()).toEqual([]);
  });
});

/** Another file system if there is one, so that a move really copies. */
const elsewhere = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describe('a move, when its copy is whole and its source not gone yet', { timeout: 60_000 }, () => {
  let box: TaskBox;
  let disk = '';
  const ann = callerFor('ann', ['safe', 'home']);
  const identity = randomBytes(32);
  const real = (path: string) => join(box.root, path);
  /** Runs a task; `meanwhile` runs when it records what it is about to place. */
  const run = async (cmd: TaskRequest['cmd'], source: string, target: string, meanwhile: () => void) => {
    const { begin } = { begin: box.journal.begin.bind(box.journal) };
    vi.spyOn(box.journal, 'begin').mockImplementationOnce((start, planned) => {
      meanwhile();
      return begin(start, planned);
    });
    const id = await box.tasks.add(ann, { cmd, source: `/mnt/${source}`, target: `/mnt/${target}`, params: {} });
    return box.tasks.whenSettled('ann', id);
  };

  beforeEach(() => {
    const keys = { recipientOf: () => recipientOf(identity), identityOf: () => Buffer.from(identity) };
    box = taskBox({ clock: { now: () => Date.now() }, keys });
    disk = mkdtempSync(join(elsewhere, 'boxwood-disk-'));
    rmSync(real('usb2'), { recursive: true });
    symlinkSync(disk, real('usb2'));
    for (const place of ['usb1/ann/album', 'usb2/ann', 'usb1/ann/.safebox'])
      mkdirSync(real(place), { recursive: true });
    for (const name of ['a', 'b', 'c']) writeFileSync(real(`usb1/ann/album/${name}`), `old ${name}`);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await box.jobs.close();
    rmSync(disk, { recursive: true });
    box.remove();
  });

  it('keeps what was changed or added there meanwhile, and says so', async () => {
    const task = await run('MOVE', 'usb1/ann/album', 'usb2/ann', () => {
      overwrite(real('usb1/ann/album/b'), Buffer.from('new b'), 1_600_000_000);
      writeFileSync(real('usb1/ann/album/d'), 'added');
    });
    expect(task).toMatchObject({ state: -1, code: 10 });
    expect(readdirSync(real('usb1/ann/album')).toSorted()).toEqual(['b', 'd']);
    expect(readFileSync(real('usb1/ann/album/b'), 'utf8')).toBe('new b');
    expect(readdirSync(real('usb2/ann/album')).toSorted()).toEqual(['a', 'b', 'c']);
    expect(readFileSync(real('usb2/ann/album/b'), 'utf8')).toBe('old b');
  });

  it('into the safe keeps a source that was changed meanwhile', async () => {
    const task = await run('EMOVE', 'usb1/ann/album/a', 'usb1/ann/.safebox', () =>
      overwrite(real('usb1/ann/album/a'), Buffer.from('new a'), 1_600_000_000),
    );
    expect(task).toMatchObject({ state: -1, code: 10 });
    expect(readFileSync(real('usb1/ann/album/a'), 'utf8')).toBe('new a');
    expect(existsSync(real('usb1/ann/.safebox/a.hyencrypt_v3'))).toBe(true);
  });
});
