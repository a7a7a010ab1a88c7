/** The box's child processes end with it, however the box ends. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { copyTask, DEFAULT_AI_CONFIG, extractTask, thumbUrl } from '@boxwood/box-sdk';
import { makePicture } from '../lib/media/png-picture.ts';
import { type ProgramName, PROGRAMS } from '../../apps/box/src/runtime/program-registry.ts';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { bind, canMount, mountSmallDisk, unbind, unmount } from '../lib/machine/small-disk.ts';

interface Seen {
  readonly pid: number;
  readonly parent: number;
  /** Start time in kernel ticks: it distinguishes processes with a reused pid. */
  readonly began: string;
  readonly state: string;
}

const processes = (): readonly Seen[] =>
  readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state = '', parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid, parent: Number(parent), began: rest[17] ?? '', state }];
    } catch {
      return []; // It has just ended.
    }
  });

/** All living descendants of a process. */
const family = (of: number): readonly Seen[] => {
  const all = processes();
  const below = (pid: number): readonly Seen[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(of).filter(({ state }) => state !== 'Z');
};
/** Its command line; empty when it has just ended. */
const nameOf = ({ pid }: Seen): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const isRoot = process.getuid?.() === 0;
const home = `/mnt/usb1/${OWNER}`;

interface Scene {
  readonly box: BoxProcess;
  readonly owner: BoxClient;
  readonly member: BoxClient;
}

/** How to start a registered program, and a pattern of its command line. */
interface Case {
  /** Starts it without waiting, because it never ends. */
  readonly begin: (scene: Scene) => unknown;
  readonly looks: RegExp;
  /** The name of a stand-in that never ends, for a program that would end too soon to be killed. */
  readonly standIn?: string;
  /** Whether this machine lets the box start it. */
  readonly possible?: () => boolean;
}

/** Requests the thumbnail of a file as soon as it has a hash. */
const thumbnail = async ({ box, owner }: Scene, name: string): Promise<void> => {
  const hashed = async (): Promise<string> =>
    (await owner.files.list({ path: home, count: 100, hasbaseinfo: 0 })).file_list.find(({ n }) => n === name)?.h ?? '';
  await expect.poll(hashed, { timeout: 60_000 }).not.toBe('');
  const { key } = await owner.session.fileKey();
  await fetch(thumbUrl({ base: box.origin, key }, await hashed(), 64));
};

/** One entry for every registered program; a missing one is a compile error and a test failure. */
const CASES: Readonly<Record<ProgramName, Case>> = {
  names: {
    looks: /search-worker/,
    begin: ({ owner }) => owner.files.search({ roots: [1], regex: 'noise', count: 10, hasbaseinfo: 0 }),
  },
  unpack: {
    looks: /7z\S* (?:x|l) /,
    begin: ({ owner }) => owner.tasks.add(extractTask(OWNER, `${home}/packed.tar`, `${home}/out`)),
  },
  measure: {
    standIn: 'find',
    looks: /find \/proc\/self\/fd\/3/,
    begin: ({ member }) => member.files.measure({ path: `/mnt/usb1/${MEMBER}/thousands` }),
  },
  sync: {
    standIn: 'sync',
    looks: /sync -f/,
    begin: ({ member }) => member.tasks.add(copyTask(MEMBER, `/mnt/usb1/${MEMBER}/many`, `/mnt/usb1/${MEMBER}/copies`)),
  },
  faces: {
    looks: /face-child/,
    begin: ({ box, owner }) => {
      writeFileSync(join(box.usb1, OWNER, 'picture.png'), makePicture('nobody'));
      return owner.photos.setAi({ user: OWNER, cfg: DEFAULT_AI_CONFIG });
    },
  },
  texts: {
    looks: /text-child/,
    begin: ({ box, owner }) => {
      writeFileSync(join(box.usb1, OWNER, 'page.png'), makePicture('nothing'));
      return owner.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, text: 1 } });
    },
  },
  film: {
    standIn: 'ffmpeg',
    looks: /ffmpeg -nostdin/,
    begin: (scene) => {
      writeFileSync(join(scene.box.usb1, OWNER, 'film.mkv'), randomBytes(2000));
      return thumbnail(scene, 'film.mkv');
    },
  },
  pictures: {
    looks: /sharp-child/,
    begin: (scene) => {
      const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      writeFileSync(join(scene.box.usb1, OWNER, 'picture.svg'), picture);
      return thumbnail(scene, 'picture.svg');
    },
  },
  // Started with the one above, which waits for it.
  limit: { standIn: 'prlimit', looks: /prlimit --pid/, begin: () => undefined },
  // Runs from the start of the box.
  mounts: { looks: /findmnt --poll/, begin: () => undefined },
  disks: { standIn: 'lsblk', looks: /lsblk -J/, begin: ({ owner }) => owner.disks.list() },
  eject: {
    standIn: 'umount',
    looks: /umount \S*extdev/,
    possible: canMount,
    begin: ({ owner }) => owner.disks.eject({ mntdir: '/mnt/extdev/stick' }),
  },
  host: {
    looks: /host\S* --socket/,
    possible: () => isRoot,
    begin: ({ owner }) => owner.system.setDate({ time: Math.floor(Date.now() / 1000), zone: '' }),
  },
  // Runs within a minute of the start, because the users are new.
  backup: { looks: /backup-child/, begin: () => undefined },
};

/** Programs with these names that wait for ever, found before the system's own. */
const standIns = (names: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-programs-'));
  execFileSync('mkfifo', ['-m', '644', join(folder, 'never')]);
  for (const name of names)
    writeFileSync(join(folder, name), `#!/bin/sh\nread -r x < ${folder}/never\n`, { mode: 0o755 });
  execFileSync('chmod', ['755', folder]);
  return folder;
};

/** A few at a time, so that none waits long: on a busy machine it would reach its deadline. */
const ROUNDS: readonly (readonly ProgramName[])[] = [
  // Before any film, which never ends: faces are searched when all pictures are indexed.
  ['faces'],
  ['texts'],
  ['backup', 'unpack', 'sync'],
  ['names'],
  ['measure'],
  ['film'],
  ['pictures', 'limit'],
  ['disks', 'mounts'],
  ['eject'],
  ['host'],
];

it('every registered program has its case, and is in a round', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(Object.keys(PROGRAMS).toSorted());
  expect(ROUNDS.flat().toSorted()).toEqual(Object.keys(PROGRAMS).toSorted());
});

/**
 * A process that is about to execute a program after dropping its rights; and `true`, with which a start probes what
 * this machine can restrict, and which ends at once.
 */
const isOnItsWay = (line: string): boolean =>
  /^\S*(?:setpriv|prlimit (?:--\S+ )*--|sh -c \[ "\$PPID"|true) /.test(line);
/** The guard that waits for the end of the box, to end what a daemon started (`runtime/programs.ts`). */
const isGuard = (line: string): boolean => line.startsWith('sh -c read -r gone;');

/** Starts some programs, kills the box, and waits for their end. */
const killed = async (box: BoxProcess, scene: Scene, names: readonly ProgramName[]): Promise<void> => {
  const pid = box.child.pid ?? 0;
  const children = new Map<number, Seen>();
  /** Stops a busy process that reads no pipe, so that it cannot end by itself. False when it had ended before. */
  const stop = (child: Seen): boolean => {
    try {
      if (!children.has(child.pid)) process.kill(child.pid, 'SIGSTOP');
    } catch (failure) {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ESRCH') return false;
      throw failure;
    }
    children.set(child.pid, child);
    return true;
  };
  const living = (): readonly string[] =>
    processes()
      .filter(({ pid: one, began, state }) => state !== 'Z' && children.get(one)?.began === began)
      .map(nameOf);
  for (const name of names) Promise.resolve(CASES[name].begin(scene)).catch(() => undefined); // its box is killed
  const seen = new Set<string>();
  const until = performance.now() + 90_000;
  try {
    while (seen.size < names.length && performance.now() < until) {
      await delay(20);
      for (const child of family(pid)) {
        const line = nameOf(child);
        const found = names.find((name) => CASES[name].looks.test(line));
        if (found === undefined || isOnItsWay(line) || isGuard(line)) continue;
        // One that waits for another, which it starts itself, is stopped last.
        if (names.includes('limit') || stop(child)) seen.add(found);
      }
    }
    // Starting processes and guards keep running: they must notice that their box has ended. A process that has not
    // executed its program yet still has the box's name; stopped there, it would never notice.
    const itself = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
    for (const child of family(pid)) {
      const line = nameOf(child);
      // The kernel returns no command line during exec.
      if (line === '' || line === itself || isOnItsWay(line) || isGuard(line)) children.set(child.pid, child);
      else stop(child);
    }
    for (const name of names) expect(living().join('\n'), name).toMatch(CASES[name].looks);
    await box.kill();
    await expect.poll(living, { timeout: 1000, interval: 20 }).toEqual([]);
  } finally {
    for (const [one, { began }] of children)
      if (processes().some((each) => each.pid === one && each.began === began)) process.kill(one, 'SIGKILL');
  }
};

it.runIf(process.platform === 'linux')('a box that is killed leaves no child alive', { timeout: 400_000 }, async () => {
  const programs = standIns(Object.values(CASES).flatMap(({ standIn }) => standIn ?? []));
  const start = (again?: BoxProcess, ownHelper = isRoot): Promise<BoxProcess> =>
    startBoxProcess({
      env: { PATH: `${programs}:${process.env['PATH'] ?? ''}` },
      args: ['--helper', ownHelper ? 'installed' : 'none'],
      ...(again === undefined ? {} : { dataDir: again.dataDir, withUsers: false }),
    });
  const disk = canMount() ? mountSmallDisk('size=1m') : null;
  let box = await start();
  const stick = join(box.dataDir, 'extdev/stick');
  try {
    const at = (...path: readonly string[]): string => join(box.usb1, ...path);
    for (const folder of ['much', 'out']) mkdirSync(at(OWNER, folder));
    for (const folder of ['many', 'copies']) mkdirSync(at(MEMBER, folder));
    writeFileSync(at(OWNER, 'much/noise.bin'), randomBytes(200_000_000));
    execFileSync('tar', ['-cf', at(OWNER, 'packed.tar'), '-C', at(OWNER), 'much']);
    mkdirSync(at(MEMBER, 'thousands'));
    // More files than one thread of the box counts by itself.
    for (let file = 0; file < 10_001; file += 1) closeSync(openSync(at(MEMBER, 'thousands', String(file)), 'w'));
    for (let file = 0; file < 40; file += 1) writeFileSync(at(MEMBER, 'many', String(file)), 'x');
    if (disk !== null) {
      mkdirSync(stick, { recursive: true });
      bind(disk, stick);
    }
    for (const round of ROUNDS) {
      const names = round.filter((name) => CASES[name].possible?.() ?? true);
      if (names.length === 0) continue;
      // Where there is a helper, it unmounts disks, not the box.
      if (box.child.exitCode !== null || box.child.signalCode !== null)
        box = await start(box, isRoot && !names.includes('eject'));
      const [owner, member] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
      await killed(box, { box, owner, member }, names);
    }
  } finally {
    if (disk !== null) {
      unbind(stick);
      unmount(disk);
    }
    await box.remove();
    rmSync(programs, { recursive: true });
  }
});
