import { describe, expect, it } from 'vitest';
import { copyTask } from '@boxwood/box-sdk';
import { OPERATION_ERRORS } from '@boxwood/box-sdk/messages';
import { OWNER, PASSWORD } from '../../lib/box-process.ts';
import { refusalOf } from '../../../apps/box/src/testing/refusal.ts';
import { HOST_ACTS } from '../household.ts';
import { NVME, SATA } from '../disks.ts';
import { film, PATIENT, song, useWorld } from '../world.ts';

const the = useWorld();

/** The sticks as the box lists them. */
const sticks = async () =>
  (await the().owner.disks.list({}, PATIENT)).disks
    .filter(({ mntdir }) => mntdir.startsWith('/mnt/extdev/'))
    .map(({ mntdir, bus, type }) => [mntdir, bus, type]);
/** The kernel's mounts in `extdev`, with their options. */
const mounted = () => the().machine.must('grep /extdev/ /proc/self/mountinfo || true');
const HOLIDAY = '/mnt/extdev/Holiday 26';
const holiday = [[HOLIDAY, 'usb', 'exfat']];
/** The last task with this target folder. */
const taskTo = async (target: string) =>
  (await the().owner.tasks.list({ user: OWNER, count: 50, start: 0, type: 'ALL' }, PATIENT)).list.find(
    ({ tb_target }) => tb_target === target,
  );
describe('a stick', () => {
  it('is there by itself, without rights for what is on it, and whoever waits hears of it', async () => {
    const { cursor } = await the().owner.changes.wait({ cursor: '', wait: 0, folders: [] }, PATIENT);
    await the().machine.plug('STICK', { mb: 64, make: ['mkfs.exfat', '-L', 'Holiday 26'] });
    await expect.poll(sticks).toEqual(holiday);
    expect((await the().owner.changes.wait({ cursor, wait: 20, folders: [] }, PATIENT)).areas).toContain('disks');
    expect(await mounted()).toMatch(/Holiday\\04026 rw,nosuid,nodev,noexec/);
    await the().owner.files.makeFolder({ path: `${HOLIDAY}/Beach` }, PATIENT);
    expect(await the().machine.must(`ls '${the().dataDir}/extdev/Holiday 26'`)).toBe('Beach');
  });

  it('is ejected, stays so while it is plugged in, and is there again when it is plugged in again', async () => {
    // A process on the machine still uses it.
    const busy = await the().machine.must(
      `cd '${the().dataDir}/extdev/Holiday 26'; sleep 9999 > /dev/null 2>&1 & echo $!`,
    );
    expect(await refusalOf(the().owner.disks.eject({ mntdir: HOLIDAY }, PATIENT))).toMatch(/^3 .*busy/);
    expect(await sticks()).toEqual(holiday);
    await the().machine.must(`kill ${busy}; while kill -0 ${busy} 2> /dev/null; do sleep 0.1; done`);
    await the().owner.disks.eject({ mntdir: HOLIDAY }, PATIENT);
    expect([await sticks(), await mounted()]).toEqual([[], '']);
    expect(await refusalOf(the().owner.files.makeFolder({ path: `${HOLIDAY}/Nowhere` }, PATIENT))).toMatch(/^15/);
    // Another stick is plugged: all disks are inspected, and the ejected one stays unmounted.
    await the().machine.plug('OTHER', { mb: 64, make: ['mkfs.vfat', '-n', 'OTHER'] });
    await expect.poll(sticks).toEqual([['/mnt/extdev/OTHER', 'usb', 'vfat']]);
    await the().machine.pull('STICK');
    await the().machine.must('while [ "$(lsblk -dno TRAN | grep -c usb)" -gt 1 ]; do sleep 0.1; done');
    await the().machine.plug('STICK');
    await expect.poll(sticks).toHaveLength(2);
    expect(await the().machine.must(`ls '${the().dataDir}/extdev/Holiday 26'`)).toBe('Beach');
  });

  it('pulled without a word it is forgotten: nothing hangs, nothing is written into its bare folder, the other one stays', async () => {
    await the().machine.pull('STICK');
    await expect.poll(mounted).not.toContain('Holiday');
    expect(await sticks()).toEqual([['/mnt/extdev/OTHER', 'usb', 'vfat']]);
    expect(await refusalOf(the().owner.files.makeFolder({ path: `${HOLIDAY}/Nowhere` }, PATIENT))).toMatch(/^15/);
    expect(await the().machine.must(`ls ${the().dataDir}/extdev`)).toBe('OTHER');
  });

  it('of every kind is there, is written to, and is whole on the disk after it was ejected', async () => {
    const kinds = { ext4: [], vfat: [], btrfs: [], ntfs: ['-Q', '-F'] } as const;
    for (const [type, args] of Object.entries(kinds))
      await the().machine.plug(type, { mb: 128, make: [`mkfs.${type}`, ...args, type === 'vfat' ? '-n' : '-L', type] });
    const there = (name: string) => sticks().then((all) => all.filter(([path]) => path === `/mnt/extdev/${name}`));
    for (const type of Object.keys(kinds)) {
      await expect.poll(() => there(type)).toEqual([[`/mnt/extdev/${type}`, 'usb', type]]);
      const target = `/mnt/extdev/${type}`;
      await the().owner.tasks.add(copyTask(OWNER, song, target), PATIENT);
      await expect.poll(() => taskTo(target).then((task) => task?.tb_state)).toBe(1);
      await the().owner.disks.eject({ mntdir: target }, PATIENT);
      await the().machine.pull(type);
    }
    // Another system reads what was written.
    await the().machine.must('while [ "$(lsblk -dno TRAN | grep -c usb)" -gt 1 ]; do sleep 0.1; done');
    await the().machine.plug('ntfs');
    await expect.poll(() => there('ntfs')).toHaveLength(1);
    expect(await the().machine.must(`sha256sum < '${the().dataDir}/extdev/ntfs/song.bin'`)).toBe(
      await the().machine.must(`sha256sum < '${the().dataDir}/usb1/${OWNER}/song.bin'`),
    );
    await the().owner.disks.eject({ mntdir: '/mnt/extdev/ntfs' }, PATIENT);
  });

  it('pulled in the middle of a copy: the task says so in words, nothing hangs, and the search does not know it any more', async () => {
    await the().machine.plug('SLOW', { mb: 128, make: ['mkfs.exfat', '-L', 'Slow'], bytesPerSecond: 500_000 });
    await expect.poll(() => sticks().then((all) => all.map(([path]) => path))).toContain('/mnt/extdev/Slow');
    await the().owner.files.makeFolder({ path: '/mnt/extdev/Slow/Findable' }, PATIENT);
    const found = async () =>
      (await the().owner.files.search({ roots: [5], regex: 'Findable', count: 10, hasbaseinfo: 0 }, PATIENT)).file_list
        .length;
    await expect.poll(found).toBe(1);
    await the().owner.tasks.add(copyTask(OWNER, film, '/mnt/extdev/Slow'), PATIENT);
    const task = () => taskTo('/mnt/extdev/Slow');
    await expect.poll(() => task().then((one) => one?.tb_state)).toBe(2);
    await the().machine.pull('SLOW');
    await expect.poll(() => task().then((one) => one?.tb_state)).toBeLessThan(0);
    // Each of these codes has a message; the system's own output may contain a real path, and is not shown.
    expect(Object.keys(OPERATION_ERRORS.transfer)).toContain(String((await task())?.tb_code));
    await expect.poll(() => sticks().then((all) => all.map(([path]) => path))).not.toContain('/mnt/extdev/Slow');
    await expect.poll(found).toBe(0);
    expect((await the().owner.disks.list({}, PATIENT)).gone).toContainEqual({ mntdir: '/mnt/extdev/Slow', ejected: 0 });
    await the().owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Still here` }, PATIENT);
  });

  it('the helper wrote down each of it', async () => {
    const acts = await the().machine.must(`cat ${HOST_ACTS}`);
    const words = acts.split('\n').map((line) => /"words":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '');
    expect(words.filter((each) => /Holiday|OTHER/.test(each)).slice(0, 6)).toEqual([
      'mount exfat \\"Holiday 26\\" of QEMU HARDDISK STICK as Holiday 26',
      'unmount Holiday 26',
      'unmount Holiday 26',
      'mount vfat \\"OTHER\\" of QEMU HARDDISK OTHER as OTHER',
      'mount exfat \\"Holiday 26\\" of QEMU HARDDISK STICK as Holiday 26',
      'forget Holiday 26, whose disk was pulled',
    ]);
  });
});

describe('a disk that is built in', () => {
  it('DISK-05 DISK-13: is erased as it was shown, and no other: of the one beside it not a byte changes', async () => {
    const canary = the().machine.digest(NVME);
    const [serial] = SATA;
    const { list } = await the().owner.disks.health({ devs: [] }, PATIENT);
    const dev = list.find((disk) => disk.serial === serial)?.dev ?? '';
    const [disk] = (await the().owner.disks.health({ devs: [dev] }, PATIENT)).list;
    const erase = (typed: string, plan: string) =>
      refusalOf(the().owner.disks.init({ dev, password: PASSWORD, type: 'ext4', confirm: [typed, plan] }, PATIENT));
    expect(await erase(NVME, disk?.plan ?? '')).toBe('11');
    expect(await erase(serial, 'a'.repeat(64))).toBe('15');
    expect(await erase(serial, disk?.plan ?? '')).toBe('done');
    expect(await the().machine.must(`blkid -p -o value -s TYPE -s LABEL ${dev}`)).toBe('Boxwood\next4');
    // DISK-13: 5 % are reserved for the system.
    const counts = await the().machine.must(
      `dumpe2fs -h ${dev} 2> /dev/null | sed -n 's/^\\(Reserved b\\|B\\)lock count: *//p'`,
    );
    const [blocks = 0, reserved = 0] = counts.split('\n').map(Number);
    expect(Math.round((100 * reserved) / blocks)).toBe(5);
    // The disk with the users' files is never erased.
    const main = list.find(({ parts }) => parts?.some(({ use }) => use === 'primary' || use === 'system'));
    expect(main?.serial).toBe('MAIN');
    const { list: asked } = await the().owner.disks.health({ devs: [main?.dev ?? ''] }, PATIENT);
    expect(asked[0]?.plan).toBeUndefined();
    expect(
      await refusalOf(
        the().owner.disks.init(
          { dev: main?.dev ?? '', password: PASSWORD, type: 'ext4', confirm: ['MAIN', disk?.plan ?? ''] },
          PATIENT,
        ),
      ),
    ).toBe('13');
    expect(await refusalOf(the().owner.disks.deactivate({ dev: main?.dev ?? '' }, PATIENT))).toBe('13');
    expect(await refusalOf(the().owner.disks.eject({ mntdir: '/mnt/usb1' }, PATIENT))).not.toBe('done');
    expect(await the().machine.must(`ls '${film.replace('/mnt', the().dataDir)}'`)).not.toBe('');
    expect(the().machine.digest(NVME)).toBe(canary);
  });

  it('tests itself, and says that it did', async () => {
    const { list } = await the().owner.disks.health({ devs: [] }, PATIENT);
    const disk = list.find(({ serial }) => serial === SATA[0]);
    expect(disk).toMatchObject({ health: 'PASSED', rotation: 7200, bus: 'sata' });
    expect(disk?.attrs.length).toBeGreaterThan(0);
    await the().owner.disks.startTest({ dev: disk?.dev ?? '', kind: 'short' }, PATIENT);
    const log = () => the().owner.disks.testLog({ dev: disk?.dev ?? '' }, PATIENT);
    await expect.poll(() => log().then(({ list: tests }) => tests.length)).toBe(1);
    expect((await log()).running).toBe(0);
  });
});
