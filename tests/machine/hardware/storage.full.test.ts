import { describe, expect, it } from 'vitest';
import { copyTask } from '@boxwood/box-sdk';
import { OPERATION_ERRORS } from '@boxwood/box-sdk/messages';
import { OWNER, PASSWORD } from '../../lib/box/box-process.ts';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { HELPER_AUDIT_LOG } from '../box-on-machine.ts';
import { NVME, SATA } from '../machine-disks.ts';
import { film, LONG_TIMEOUT, song, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();

/** The sticks as the box lists them. */
const sticks = async () =>
  (await fixture().owner.disks.list({}, LONG_TIMEOUT)).disks
    .filter(({ mntdir }) => mntdir.startsWith('/mnt/extdev/'))
    .map(({ mntdir, bus, type }) => [mntdir, bus, type]);
/** The kernel's mounts in `extdev`, with their options. */
const mounted = () => fixture().machine.must('grep /extdev/ /proc/self/mountinfo || true');
const HOLIDAY = '/mnt/extdev/Holiday 26';
const holiday = [[HOLIDAY, 'usb', 'exfat']];
/** The last task with this target folder. */
const taskTo = async (target: string) =>
  (await fixture().owner.tasks.list({ user: OWNER, count: 50, start: 0, type: 'ALL' }, LONG_TIMEOUT)).list.find(
    ({ tb_target }) => tb_target === target,
  );
describe('a stick', () => {
  it('is there by itself, without rights for what is on it, and whoever waits hears of it', async () => {
    const { cursor } = await fixture().owner.changes.wait({ cursor: '', wait: 0, folders: [] }, LONG_TIMEOUT);
    await fixture().machine.plug('STICK', { mb: 64, make: ['mkfs.exfat', '-L', 'Holiday 26'] });
    await expect.poll(sticks).toEqual(holiday);
    expect((await fixture().owner.changes.wait({ cursor, wait: 20, folders: [] }, LONG_TIMEOUT)).areas).toContain(
      'disks',
    );
    expect(await mounted()).toMatch(/Holiday\\04026 rw,nosuid,nodev,noexec/);
    await fixture().owner.files.makeFolder({ path: `${HOLIDAY}/Beach` }, LONG_TIMEOUT);
    expect(await fixture().machine.must(`ls '${fixture().dataDir}/extdev/Holiday 26'`)).toBe('Beach');
  });

  it('is ejected, stays so while it is plugged in, and is there again when it is plugged in again', async () => {
    // A process on the machine still uses it.
    const busy = await fixture().machine.must(
      `cd '${fixture().dataDir}/extdev/Holiday 26'; sleep 9999 > /dev/null 2>&1 & echo $!`,
    );
    expect(await describeRefusal(fixture().owner.disks.eject({ mntdir: HOLIDAY }, LONG_TIMEOUT))).toMatch(/^3 .*busy/);
    expect(await sticks()).toEqual(holiday);
    await fixture().machine.must(`kill ${busy}; while kill -0 ${busy} 2> /dev/null; do sleep 0.1; done`);
    await fixture().owner.disks.eject({ mntdir: HOLIDAY }, LONG_TIMEOUT);
    expect([await sticks(), await mounted()]).toEqual([[], '']);
    expect(
      await describeRefusal(fixture().owner.files.makeFolder({ path: `${HOLIDAY}/Nowhere` }, LONG_TIMEOUT)),
    ).toMatch(/^15/);
    // Another stick is plugged: all disks are inspected, and the ejected one stays unmounted.
    await fixture().machine.plug('OTHER', { mb: 64, make: ['mkfs.vfat', '-n', 'OTHER'] });
    await expect.poll(sticks).toEqual([['/mnt/extdev/OTHER', 'usb', 'vfat']]);
    await fixture().machine.pull('STICK');
    await fixture().machine.must('while [ "$(lsblk -dno TRAN | grep -c usb)" -gt 1 ]; do sleep 0.1; done');
    await fixture().machine.plug('STICK');
    await expect.poll(sticks).toHaveLength(2);
    expect(await fixture().machine.must(`ls '${fixture().dataDir}/extdev/Holiday 26'`)).toBe('Beach');
  });

  it('pulled without a word it is forgotten: nothing hangs, nothing is written into its bare folder, the other one stays', async () => {
    await fixture().machine.pull('STICK');
    await expect.poll(mounted).not.toContain('Holiday');
    expect(await sticks()).toEqual([['/mnt/extdev/OTHER', 'usb', 'vfat']]);
    expect(
      await describeRefusal(fixture().owner.files.makeFolder({ path: `${HOLIDAY}/Nowhere` }, LONG_TIMEOUT)),
    ).toMatch(/^15/);
    expect(await fixture().machine.must(`ls '${fixture().dataDir}/extdev'`)).toBe('OTHER');
  });

  it('of every kind is there, is written to, and is whole on the disk after it was ejected', async () => {
    const kinds = { ext4: [], vfat: [], btrfs: [], ntfs: ['-Q', '-F'] } as const;
    for (const [type, args] of Object.entries(kinds))
      await fixture().machine.plug(type, {
        mb: 128,
        make: [`mkfs.${type}`, ...args, type === 'vfat' ? '-n' : '-L', type],
      });
    const there = (name: string) => sticks().then((all) => all.filter(([path]) => path === `/mnt/extdev/${name}`));
    for (const type of Object.keys(kinds)) {
      await expect.poll(() => there(type)).toEqual([[`/mnt/extdev/${type}`, 'usb', type]]);
      const target = `/mnt/extdev/${type}`;
      await fixture().owner.tasks.add(copyTask(OWNER, song, target), LONG_TIMEOUT);
      await expect.poll(() => taskTo(target).then((task) => task?.tb_state)).toBe(1);
      await fixture().owner.disks.eject({ mntdir: target }, LONG_TIMEOUT);
      await fixture().machine.pull(type);
    }
    // Another system reads what was written.
    await fixture().machine.must('while [ "$(lsblk -dno TRAN | grep -c usb)" -gt 1 ]; do sleep 0.1; done');
    await fixture().machine.plug('ntfs');
    await expect.poll(() => there('ntfs')).toHaveLength(1);
    expect(await fixture().machine.must(`sha256sum < '${fixture().dataDir}/extdev/ntfs/song.bin'`)).toBe(
      await fixture().machine.must(`sha256sum < '${fixture().dataDir}/usb1/${OWNER}/song.bin'`),
    );
    await fixture().owner.disks.eject({ mntdir: '/mnt/extdev/ntfs' }, LONG_TIMEOUT);
  });

  it('pulled in the middle of a copy: the task says so in words, nothing hangs, and the search does not know it any more', async () => {
    await fixture().machine.plug('SLOW', { mb: 128, make: ['mkfs.exfat', '-L', 'Slow'], bytesPerSecond: 500_000 });
    await expect.poll(() => sticks().then((all) => all.map(([path]) => path))).toContain('/mnt/extdev/Slow');
    await fixture().owner.files.makeFolder({ path: '/mnt/extdev/Slow/Findable' }, LONG_TIMEOUT);
    const found = async () =>
      (await fixture().owner.files.search({ roots: [5], regex: 'Findable', count: 10, hasbaseinfo: 0 }, LONG_TIMEOUT))
        .file_list.length;
    await expect.poll(found).toBe(1);
    await fixture().owner.tasks.add(copyTask(OWNER, film, '/mnt/extdev/Slow'), LONG_TIMEOUT);
    const task = () => taskTo('/mnt/extdev/Slow');
    await expect.poll(() => task().then((one) => one?.tb_state)).toBe(2);
    await fixture().machine.pull('SLOW');
    await expect.poll(() => task().then((one) => one?.tb_state)).toBeLessThan(0);
    // Each of these codes has a message; the system's own output may contain a real path, and is not shown.
    expect(Object.keys(OPERATION_ERRORS.transfer)).toContain(String((await task())?.tb_code));
    await expect.poll(() => sticks().then((all) => all.map(([path]) => path))).not.toContain('/mnt/extdev/Slow');
    await expect.poll(found).toBe(0);
    expect((await fixture().owner.disks.list({}, LONG_TIMEOUT)).gone).toContainEqual({
      mntdir: '/mnt/extdev/Slow',
      ejected: 0,
    });
    await fixture().owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Still here` }, LONG_TIMEOUT);
  });

  it('the helper wrote down each of it', async () => {
    const acts = await fixture().machine.must(`cat ${HELPER_AUDIT_LOG}`);
    const words = acts.split('\n').map((line) => /"words":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '');
    expect(words.filter((each) => /Holiday|OTHER/.test(each)).slice(0, 6)).toEqual([
      'mount exfat \\"Holiday 26\\" of QEMU HARDDISK STICK as Holiday 26',
      'unmount Holiday 26',
      'unmount Holiday 26',
      'mount vfat \\"OTHER\\" of QEMU HARDDISK OTHER as OTHER',
      'mount exfat \\"Holiday 26\\" of QEMU HARDDISK STICK as Holiday 26',
      'forget Holiday 26: its disk was removed',
    ]);
  });
});

describe('a disk that is built in', () => {
  it('DISK-05 DISK-13: is erased as it was shown, and no other: of the one beside it not a byte changes', async () => {
    const canary = fixture().machine.digest(NVME);
    const [serial] = SATA;
    const { list } = await fixture().owner.disks.health({ devs: [] }, LONG_TIMEOUT);
    const dev = list.find((disk) => disk.serial === serial)?.dev ?? '';
    const [disk] = (await fixture().owner.disks.health({ devs: [dev] }, LONG_TIMEOUT)).list;
    const erase = (typed: string, plan: string) =>
      describeRefusal(
        fixture().owner.disks.init({ dev, password: PASSWORD, type: 'ext4', confirm: [typed, plan] }, LONG_TIMEOUT),
      );
    expect(await erase(NVME, disk?.plan ?? '')).toBe('11');
    expect(await erase(serial, 'a'.repeat(64))).toBe('15');
    expect(await erase(serial, disk?.plan ?? '')).toBe('done');
    expect(await fixture().machine.must(`blkid -p -o value -s TYPE -s LABEL ${dev}`)).toBe('Boxwood\next4');
    // DISK-13: 5 % are reserved for the system.
    const counts = await fixture().machine.must(
      `dumpe2fs -h ${dev} 2> /dev/null | sed -n 's/^\\(Reserved b\\|B\\)lock count: *//p'`,
    );
    const [blocks = 0, reserved = 0] = counts.split('\n').map(Number);
    expect(Math.round((100 * reserved) / blocks)).toBe(5);
    // The disk with the users' files is never erased.
    const main = list.find(({ parts }) => parts?.some(({ use }) => use === 'primary' || use === 'system'));
    expect(main?.serial).toBe('MAIN');
    const { list: asked } = await fixture().owner.disks.health({ devs: [main?.dev ?? ''] }, LONG_TIMEOUT);
    expect(asked[0]?.plan).toBeUndefined();
    expect(
      await describeRefusal(
        fixture().owner.disks.init(
          { dev: main?.dev ?? '', password: PASSWORD, type: 'ext4', confirm: ['MAIN', disk?.plan ?? ''] },
          LONG_TIMEOUT,
        ),
      ),
    ).toBe('13');
    expect(await describeRefusal(fixture().owner.disks.deactivate({ dev: main?.dev ?? '' }, LONG_TIMEOUT))).toBe('13');
    expect(await describeRefusal(fixture().owner.disks.eject({ mntdir: '/mnt/usb1' }, LONG_TIMEOUT))).not.toBe('done');
    expect(await fixture().machine.must(`ls '${film.replace('/mnt', fixture().dataDir)}'`)).not.toBe('');
    expect(fixture().machine.digest(NVME)).toBe(canary);
  });

  it('tests itself, and says that it did', async () => {
    const { list } = await fixture().owner.disks.health({ devs: [] }, LONG_TIMEOUT);
    const disk = list.find(({ serial }) => serial === SATA[0]);
    expect(disk).toMatchObject({ health: 'PASSED', rotation: 7200, bus: 'sata' });
    expect(disk?.attrs.length).toBeGreaterThan(0);
    await fixture().owner.disks.startTest({ dev: disk?.dev ?? '', kind: 'short' }, LONG_TIMEOUT);
    const log = () => fixture().owner.disks.testLog({ dev: disk?.dev ?? '' }, LONG_TIMEOUT);
    await expect.poll(() => log().then(({ list: tests }) => tests.length)).toBe(1);
    expect((await log()).running).toBe(0);
  });
});
