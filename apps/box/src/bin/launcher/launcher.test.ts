import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../runtime/manual-clock.ts';
import { Launcher } from './launcher.ts';
import { folderOf, readFailed, readInUse, writeInUse } from './release-files.ts';

let folder: string;
let releases: string;
let clock: ManualClock;
let boxes: FakeBox[];
let backups: string[];
let canBackUp: boolean;

/** A fake box that the test controls. */
class FakeBox extends EventEmitter {
  readonly heard: string[] = [];
  readonly folder: string;

  constructor(from: string) {
    super();
    this.folder = from;
  }

  kill(signal: string): boolean {
    this.heard.push(signal);
    return true;
  }

  send(word: { readonly kind: string }): boolean {
    this.heard.push(word.kind);
    return true;
  }
}

const makeRelease = (place: string, version: string): void => {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'main.js'), '');
  writeFileSync(
    join(place, 'release.json'),
    JSON.stringify({ platform: 'x', versions: { G2: version }, node: { flags: [], env: {} } }),
  );
};

const launcher = (): Launcher =>
  new Launcher({
    installed: join(folder, 'installed'),
    releases,
    args: ['--data', '/d'],
    model: 'G2',
    clock,
    log: () => undefined,
    start: (from) => {
      const box = new FakeBox(from);
      boxes.push(box);
      return box;
    },
    backUp: (from, dataDir) => {
      backups.push(`${from} ${dataDir}`);
      return Promise.resolve(canBackUp);
    },
  });

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const box = (): FakeBox => boxes.at(-1) ?? new FakeBox('');
const use = (version: string) => ({ kind: 'use', folder: folderOf(version), version, dataDir: '/d' });

/** A box of the installed release has downloaded another one, and has stopped for it. */
const brought = async (version: string) => {
  const running = launcher();
  const code = running.run();
  await settled();
  box().emit('message', { kind: 'ready' });
  makeRelease(join(releases, folderOf(version)), version);
  box().emit('message', use(version));
  expect(box().heard).toEqual(['taken', 'SIGTERM']);
  box().emit('exit', 0);
  await settled();
  return { running, code };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-launcher-'));
  releases = join(folder, 'releases');
  mkdirSync(releases);
  makeRelease(join(folder, 'installed'), '1.0.7');
  clock = new ManualClock(1_000_000);
  [boxes, backups, canBackUp] = [[], [], true];
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the launcher', () => {
  it('runs what was installed, passes signals on, and ends with the code of the box', async () => {
    const running = launcher();
    const code = running.run();
    await settled();
    expect(box().folder).toBe(join(folder, 'installed'));
    running.signal('SIGTERM');
    expect(box().heard).toEqual(['SIGTERM']);
    box().emit('exit', 7);
    expect(await code).toBe(7);
    expect(readdirSync(releases)).toEqual([]);
  });

  it('tries another release after a backup, and keeps it once it answers', async () => {
    const { code } = await brought('1.0.8');
    expect(backups).toEqual([`${join(folder, 'installed')} /d`]);
    expect(box().folder).toBe(join(releases, 'v-1.0.8'));
    expect(readInUse(releases).trial).toMatchObject({ backedUp: 1, tries: 1 });
    box().emit('message', { kind: 'ready' });
    expect(readInUse(releases)).toEqual({ use: 'v-1.0.8', before: '' });
    // Long after the trial, a failure does not roll back.
    await clock.advance(120_000);
    box().emit('exit', 1);
    expect(await code).toBe(1);
    expect(readInUse(releases).use).toBe('v-1.0.8');
  });

  it('leaves one that does not answer in a minute, and kills it when it does not go', async () => {
    const { code } = await brought('1.0.8');
    await clock.advance(59_000);
    expect(box().heard).toEqual([]);
    await clock.advance(2000);
    expect(box().heard).toEqual(['SIGTERM']);
    // Too late.
    box().emit('message', { kind: 'ready' });
    await clock.advance(31_000);
    expect(box().heard).toEqual(['SIGTERM', 'SIGKILL']);
    box().emit('exit', null);
    await settled();
    expect(box().folder).toBe(join(folder, 'installed'));
    expect(readFailed(releases)).toMatchObject({ version: '1.0.8', why: 'silent' });
    expect(existsSync(join(releases, 'v-1.0.8'))).toBe(false);
    box().emit('exit', 0);
    expect(await code).toBe(0);
  });

  it('leaves one that ends, one that is not whole any more, and does not try one that nothing can be backed up for', async () => {
    await brought('1.0.8');
    box().emit('exit', 0);
    await settled();
    expect([readFailed(releases)?.why, box().folder]).toEqual(['ended', join(folder, 'installed')]);
    writeInUse(releases, {
      use: 'v-9',
      before: '',
      trial: { from: '', version: '9', dataDir: '/d', backedUp: 0, tries: 0 },
    });
    void launcher().run();
    await settled();
    expect([readFailed(releases)?.why, box().folder]).toEqual(['broken', join(folder, 'installed')]);
    canBackUp = false;
    await brought('1.0.9');
    expect([readFailed(releases)?.why, box().folder]).toEqual(['backup', join(folder, 'installed')]);
  });

  it('tries one twice that a power cut came into, and not a third time', async () => {
    await brought('1.0.8');
    for (const tries of [2]) {
      void launcher().run();
      await settled();
      expect([box().folder, readInUse(releases).trial?.tries]).toEqual([join(releases, 'v-1.0.8'), tries]);
    }
    expect(backups).toHaveLength(1);
    void launcher().run();
    await settled();
    expect([box().folder, readInUse(releases)]).toEqual([join(folder, 'installed'), { use: '', before: '' }]);
  });

  it('does not take a release that is not there, the one that runs, or what is no word of a box', async () => {
    void launcher().run();
    await settled();
    const outside = { ...use('..'), folder: 'v-..' };
    for (const word of [
      use('5.0.0'),
      { ...use('1.0.8'), folder: '' },
      { ...use('1.0.8'), folder: '../installed' },
      outside,
    ])
      box().emit('message', word);
    for (const word of [null, 'use', { kind: 'use' }, { kind: 'more' }]) box().emit('message', word);
    expect(box().heard).toEqual(['refused', 'refused', 'refused', 'refused']);
    expect(readInUse(releases)).toEqual({ use: '', before: '' });
  });

  it('uses what somebody installed when that is newer, and what was installed when the one in use has gone or its file is no good', async () => {
    makeRelease(join(releases, 'v-1.0.6'), '1.0.6');
    writeInUse(releases, { use: 'v-1.0.6', before: '' });
    void launcher().run();
    await settled();
    expect(box().folder).toBe(join(folder, 'installed'));
    expect(readdirSync(releases)).toEqual(['in-use.json']);
    writeInUse(releases, { use: 'v-1.0.9', before: '' });
    void launcher().run();
    await settled();
    expect(box().folder).toBe(join(folder, 'installed'));
    writeFileSync(join(releases, 'in-use.json'), '{"use":');
    void launcher().run();
    await settled();
    expect(box().folder).toBe(join(folder, 'installed'));
  });

  it('keeps the release in use and the one before it', async () => {
    for (const version of ['1.0.8', '1.0.9']) makeRelease(join(releases, folderOf(version)), version);
    writeInUse(releases, { use: 'v-1.0.9', before: 'v-1.0.8' });
    void launcher().run();
    await settled();
    makeRelease(join(releases, 'v-1.0.10'), '1.0.10');
    box().emit('message', use('1.0.10'));
    box().emit('exit', 0);
    await settled();
    box().emit('message', { kind: 'ready' });
    expect(
      readdirSync(releases)
        .filter((name) => name.startsWith('v-'))
        .toSorted(),
    ).toEqual(['v-1.0.10', 'v-1.0.9']);
  });

  it('runs a box on a disk that takes no word: the one of before after a trial, and one that is proven stays so', async () => {
    await brought('1.0.8');
    // New files cannot be written, but renames still work.
    const full = [`in-use.json.new-${process.pid}`, `failed.json.new-${process.pid}`, `proven.json.new-${process.pid}`];
    for (const name of full) mkdirSync(join(releases, name));
    box().emit('exit', 1);
    await settled();
    expect(box().folder).toBe(join(folder, 'installed'));
    box().emit('message', use('1.0.8'));
    expect(box().heard).toEqual(['refused']);
    // The next start tries it once more.
    void launcher().run();
    await settled();
    expect([box().folder, backups.length]).toEqual([join(folder, 'installed'), 1]);
    for (const name of full) rmSync(join(releases, name), { recursive: true });
    void launcher().run();
    await settled();
    expect(box().folder).toBe(join(releases, 'v-1.0.8'));
    for (const name of full) mkdirSync(join(releases, name));
    box().emit('message', { kind: 'ready' });
    expect(readInUse(releases)).toEqual({ use: 'v-1.0.8', before: '' });
  });

  it('a word, such as backup, is that of the release in use, and tries nothing', async () => {
    makeRelease(join(releases, 'v-1.0.8'), '1.0.8');
    const trial = { from: '', version: '1.0.8', dataDir: '/d', backedUp: 0, tries: 0 };
    const state = { use: 'v-1.0.8', before: '', trial };
    writeInUse(releases, state);
    const code = launcher().runSubcommand();
    expect(box().folder).toBe(join(folder, 'installed'));
    box().emit('exit', 3);
    expect([await code, readInUse(releases)]).toEqual([3, state]);
  });
});
