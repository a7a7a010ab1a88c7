/**
 * Disks that are plugged and pulled under a running box: `FAULT_VOLUMES=200` for the long run, `FAULT_SEED` for another
 * sequence. The disk is in memory, and in the rounds a separate file system on a loop device.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, copyTask, isRight, moveTask, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { bind, canMount, makeRemovableDisk, mountSmallDisk, unbind, unmount } from '../lib/machine/small-disk.ts';
import { waitForTask, sha } from './invariants.ts';

const ROUNDS = Number(process.env['FAULT_VOLUMES'] ?? 12);
const SEED = Number(process.env['FAULT_SEED'] ?? 13);
const MEGABYTE = 1024 * 1024;

/** The code of a refusal. */
const refused = async (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'worked',
    (failure: unknown) =>
      failure instanceof BoxFailure && failure.error._tag === 'Refused' ? failure.error.code : failure,
  );

describe.skipIf(!canMount())('disks that come and go', () => {
  let dataDir = '';
  let configDir = '';
  let stick = '';
  let box: BoxProcess;
  let ann: BoxClient;
  const started: BoxProcess[] = [];
  const removed: (() => void)[] = [];
  const on = (...names: readonly string[]) => join(dataDir, ...names);
  const start = async (): Promise<void> => {
    box = await startBoxProcess({ dataDir, configDir });
    started.push(box);
    ann = await signIn(box.origin, OWNER);
  };
  const plug = (place: string, ...options: readonly string[]): void => {
    mkdirSync(place, { recursive: true });
    bind(stick, place, ...options);
  };
  const volumes = async () => (await ann.disks.list({})).disks.map(({ mntdir }) => mntdir);
  const seesVolume = async (mntdir: string, there: boolean): Promise<void> =>
    expect.poll(async () => (await volumes()).includes(mntdir)).toBe(there);
  const upload = async (target: string, data: Buffer, who = ann) =>
    uploadFile(who, {
      target,
      size: data.length,
      mtime: 1_700_000_000,
      read: (from: number, to: number) => Promise.resolve(new Uint8Array(data.subarray(from, to))),
    });
  const list = (path: string, regex = '') =>
    ann.files.list({ path, count: 500, hasbaseinfo: 0, ...(regex === '' ? {} : { regex }) });
  const names = async (path: string, regex = ''): Promise<readonly string[]> =>
    (await list(path, regex)).file_list.map(({ n }) => n);

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'boxwood-data-'));
    configDir = `${dataDir}-config`;
    stick = mountSmallDisk('size=64m') ?? '';
    await start();
  });
  afterEach(async () => {
    for (const each of started.splice(0)) await each.remove();
    for (const place of ['usb1', 'usb2', 'extdev/STICK']) unbind(on(place));
    unmount(stick);
    for (const remove of removed.splice(0)) remove();
    for (const folder of [dataDir, configDir]) rmSync(folder, { recursive: true, force: true });
  });

  it('a disk that comes is told, listed and used; when it is gone its bare folder takes nothing, also after a restart', async () => {
    expect(await volumes()).toEqual(['/mnt/usb1']);
    const { cursor } = await ann.changes.wait({ cursor: '', wait: 0, folders: [] });
    const told = ann.changes.wait({ cursor, wait: 20, folders: [] });
    plug(on('usb2'));
    expect((await told).areas).toEqual(['disks']);
    expect((await ann.disks.list({})).disks).toMatchObject([
      { mntdir: '/mnt/usb1', primary: 1 },
      { mntdir: '/mnt/usb2', primary: 0, readonly: 0 },
    ]);

    const home = `/mnt/usb2/${OWNER}`;
    const data = randomBytes(3 * MEGABYTE);
    expect(isRight(await upload(`${home}/film.bin`, data))).toBe(true);
    expect(sha(readFileSync(join(stick, OWNER, 'film.bin')))).toBe(sha(data));
    expect(await names(home)).toContain('film.bin');
    expect(await names(home, 'film')).toEqual(['film.bin']);
    // A file created in a shell is reported as on any volume.
    await expect
      .poll(async () => {
        const now = (await ann.changes.wait({ cursor: '', wait: 0, folders: [home] })).cursor;
        const change = ann.changes.wait({ cursor: now, wait: 2, folders: [home] });
        writeFileSync(join(stick, OWNER, 'from a shell.txt'), `${performance.now()}`);
        return (await change).folders;
      })
      .toEqual([home]);

    const gone = ann.changes.wait({
      cursor: (await ann.changes.wait({ cursor: '', wait: 0, folders: [] })).cursor,
      wait: 20,
      folders: [],
    });
    unbind(on('usb2'));
    expect((await gone).areas).toEqual(['disks']);
    expect(await volumes()).toEqual(['/mnt/usb1']);
    const nothingThere = async (): Promise<void> => {
      expect(await refused(list(home))).toBe(15);
      expect(await refused(ann.files.makeFolder({ path: `${home}/new` }))).toBe(15);
      expect(await upload(`${home}/late.bin`, data)).toMatchObject({ _tag: 'Left', left: { code: 15 } });
      writeFileSync(join(box.usb1, OWNER, 'here.txt'), 'here');
      const copied = await refused(ann.tasks.add(copyTask(OWNER, `/mnt/usb1/${OWNER}/here.txt`, home)));
      expect(copied).toBe(9);
      expect(await names(`/mnt/usb1/${OWNER}`, 'film')).toEqual([]);
      await delay(500);
      expect(readdirSync(on('usb2'))).toEqual([]);
      expect(readFileSync(join(box.usb1, OWNER, 'here.txt'), 'utf8')).toBe('here');
    };
    await nothingThere();
    await box.stop();
    await start();
    await nothingThere();

    plug(on('usb2'));
    await seesVolume('/mnt/usb2', true);
    expect(await names(home)).toEqual(expect.arrayContaining(['film.bin', 'from a shell.txt']));
    expect(existsSync(join(stick, OWNER, 'late.bin'))).toBe(false);
  });

  it('another disk at the same place is not taken for the first', async () => {
    const other = mountSmallDisk('size=64m') ?? '';
    try {
      plug(on('usb2'));
      await seesVolume('/mnt/usb2', true);
      expect(isRight(await upload(`/mnt/usb2/${OWNER}/first.bin`, randomBytes(1000)))).toBe(true);
      unbind(on('usb2'));
      bind(other, on('usb2'));
      await expect.poll(async () => refused(names(`/mnt/usb2/${OWNER}`)).then(String)).not.toBe('15');
      expect(isRight(await upload(`/mnt/usb2/${OWNER}/second.bin`, randomBytes(1000)))).toBe(true);
      expect(await names(`/mnt/usb2/${OWNER}`)).toEqual(['second.bin']);
      expect(readdirSync(join(stick, OWNER)).filter((name) => !name.startsWith('.'))).toEqual(['first.bin']);
    } finally {
      unbind(on('usb2'));
      unmount(other);
    }
  });

  it('a stick is listed and let go of; one that is read-only is refused in words, and a pulled one leaves nothing behind', async () => {
    writeFileSync(join(stick, 'holiday.txt'), 'sun');
    plug(on('extdev/STICK'), 'ro');
    await seesVolume('/mnt/extdev/STICK', true);
    expect((await ann.disks.list({})).disks.find(({ mntdir }) => mntdir === '/mnt/extdev/STICK')).toMatchObject({
      readonly: 1,
      primary: 0,
      master: 0,
    });
    expect(await names('/mnt/extdev/STICK')).toEqual(['holiday.txt']);
    expect(await refused(ann.files.makeFolder({ path: '/mnt/extdev/STICK/new' }))).toBe(13);
    unbind(on('extdev/STICK'));
    await seesVolume('/mnt/extdev/STICK', false);
    await expect.poll(() => refused(ann.files.makeFolder({ path: '/mnt/extdev/STICK/new' }))).toBe(15);
    expect(readdirSync(on('extdev/STICK'))).toEqual([]);
    plug(on('extdev/STICK'));
    await seesVolume('/mnt/extdev/STICK', true);
    await ann.files.makeFolder({ path: '/mnt/extdev/STICK/new' });
    expect(existsSync(join(stick, 'new'))).toBe(true);
    await ann.disks.eject({ mntdir: '/mnt/extdev/STICK' });
    expect(await volumes()).toEqual(['/mnt/usb1']);
  });

  it('a box whose own disk is not mounted does not start on the bare folder', async () => {
    await box.stop();
    rmSync(on('usb1'), { recursive: true });
    plug(on('usb1'));
    await start();
    expect(await volumes()).toEqual(['/mnt/usb1']);
    await box.stop();
    unbind(on('usb1'));
    await expect(startBoxProcess({ dataDir, configDir })).rejects.toThrow(
      /The disk of this box is not mounted at .*usb1/,
    );
    expect(readdirSync(on('usb1'))).toEqual([]);
    plug(on('usb1'));
    await start();
    expect(await volumes()).toEqual(['/mnt/usb1']);
  });

  it(
    `${ROUNDS} rounds of a disk pulled during uploads, copies and moves, seed ${SEED}`,
    async () => {
      console.log(`faults: volumes, FAULT_SEED=${SEED}`);
      const place = on('usb2');
      mkdirSync(place, { recursive: true });
      const disk = makeRemovableDisk(50 + 8 * ROUNDS);
      if (disk === null) throw new Error('it cannot be mounted');
      removed.push(disk.remove);
      let state = SEED;
      const random = (below: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const rob = await signIn(box.origin, MEMBER);
      const home = `/mnt/usb2/${OWNER}`;
      const here = join(box.usb1, OWNER);
      const bytes = new Map<string, string>();
      /** Files acknowledged on the removable disk. */
      const there = new Set<string>();
      const tasks: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        disk.plug(place);
        await expect.poll(async () => refused(list('/mnt/usb2'))).toBe('worked');
        const acts: Promise<unknown>[] = [];
        for (const [who, user, kind] of [
          [ann, OWNER, 'up'],
          [rob, MEMBER, 'up'],
        ] as const)
          for (let nth = 0; nth < 3; nth += 1) {
            const data = randomBytes(1 + random(MEGABYTE));
            const path = `${user}/${kind}-${round}-${nth}.bin`;
            bytes.set(path, sha(data));
            acts.push(
              upload(`/mnt/usb2/${path}`, data, who).then((done) => {
                if (isRight(done)) there.add(path);
              }),
            );
          }
        for (const [kind, make] of [
          ['copy', copyTask],
          ['move', moveTask],
        ] as const) {
          const name = `${kind}-${round}.bin`;
          const data = randomBytes(MEGABYTE);
          writeFileSync(join(here, name), data);
          bytes.set(`${OWNER}/${name}`, sha(data));
          acts.push(
            refused(ann.tasks.add(make(OWNER, `/mnt/usb1/${OWNER}/${name}`, home)).then(({ id }) => tasks.push(id))),
          );
        }
        for (let nth = 0; nth < 10; nth += 1) acts.push(refused(list(home)));
        await delay(random(250));
        disk.pull(place);
        await Promise.all(acts);
        for (const id of tasks.splice(0)) await waitForTask(ann, OWNER, id);
        expect(readdirSync(place), `round ${round}`).toEqual([]);
        expect(box.child.exitCode, box.log().slice(-2000)).toBeNull();
      }
      disk.plug(place);
      await seesVolume('/mnt/usb2', true);
      for (const path of there) expect(sha(readFileSync(join(place, path))), path).toBe(bytes.get(path));
      // No partial file is visible, and a moved file is in one of the two places.
      for (const user of [OWNER, MEMBER])
        for (const name of readdirSync(join(place, user)))
          if (!name.startsWith('.'))
            expect(sha(readFileSync(join(place, user, name))), name).toBe(bytes.get(`${user}/${name}`));
      for (let round = 0; round < ROUNDS; round += 1) {
        expect(sha(readFileSync(join(here, `copy-${round}.bin`)))).toBe(bytes.get(`${OWNER}/copy-${round}.bin`));
        const name = `move-${round}.bin`;
        const found = [join(here, name), join(place, OWNER, name)].filter((path) => existsSync(path));
        expect(found.length, name).toBeGreaterThan(0);
        for (const path of found) expect(sha(readFileSync(path)), path).toBe(bytes.get(`${OWNER}/${name}`));
      }
      expect(box.log()).not.toMatch(/"level":(?:50|60)/);
    },
    60_000 + 20_000 * ROUNDS,
  );
});
