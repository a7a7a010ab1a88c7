import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { copyTask, type RaidLevel } from '@boxwood/box-sdk';
import { fanDefault, fanOff } from '@boxwood/box-sdk/rules';
import { OWNER, PASSWORD } from '../lib/box-process.ts';
import { refusalOf } from '../lib/refusal.ts';
import { HOST_ACTS, type MachineBox, startBoxOn } from './household.ts';
import { NVME, SATA, startMachine, type TestMachine } from './machine.ts';

let machine: TestMachine;
let box: MachineBox;
/** Files of the owner's, of 20 MB and one. */
const film = `/mnt/usb1/${OWNER}/film.bin`;
const song = `/mnt/usb1/${OWNER}/song.bin`;
beforeAll(async () => {
  machine = await startMachine();
  box = await startBoxOn(machine);
  await machine.must(
    `cd '${box.dataDir}/usb1/${OWNER}' && head -c 20000000 /dev/urandom > film.bin && head -c 1000000 film.bin > song.bin`,
  );
});
afterEach(async ({ task }) => {
  // What was said there is forgotten with the machine.
  if (task.result?.state === 'fail') console.error((await machine.sh('tail -n 40 /tmp/host.log /tmp/box.log')).text);
});
afterAll(async () => {
  await machine.stop();
  box.remove();
});

/** Everything takes its time on a machine that is emulated beside other work. */
const PATIENT = { timeoutMs: 200_000 };

/** The sticks as the box tells of them. */
const sticks = async () =>
  (await box.owner.disks.list({}, PATIENT)).disks
    .filter(({ mntdir }) => mntdir.startsWith('/mnt/extdev/'))
    .map(({ mntdir, bus, type }) => [mntdir, bus, type]);
/** What the kernel has mounted in `extdev`, with its options. */
const mounted = () => machine.must('grep /extdev/ /proc/self/mountinfo || true');
const HOLIDAY = '/mnt/extdev/Holiday 26';
const holiday = [[HOLIDAY, 'usb', 'exfat']];
/** The last task that goes to a folder. */
const taskTo = async (target: string) =>
  (await box.owner.tasks.list({ user: OWNER, count: 50, start: 0, type: 'ALL' }, PATIENT)).list.find(
    ({ tb_target }) => tb_target === target,
  );
describe('a stick', () => {
  it('is there by itself, without rights for what is on it, and whoever waits hears of it', async () => {
    const { cursor } = await box.owner.changes.wait({ cursor: '', wait: 0, folders: [] }, PATIENT);
    await machine.plug('STICK', { mb: 64, make: ['mkfs.exfat', '-L', 'Holiday 26'] });
    await expect.poll(sticks).toEqual(holiday);
    expect((await box.owner.changes.wait({ cursor, wait: 20, folders: [] }, PATIENT)).areas).toContain('disks');
    expect(await mounted()).toMatch(/Holiday\\04026 rw,nosuid,nodev,noexec/);
    await box.owner.files.makeFolder({ path: `${HOLIDAY}/Beach` }, PATIENT);
    expect(await machine.must(`ls '${box.dataDir}/extdev/Holiday 26'`)).toBe('Beach');
  });

  it('is ejected, stays so while it is plugged in, and is there again when it is plugged in again', async () => {
    // Something on the machine is still at work there.
    const busy = await machine.must(`cd '${box.dataDir}/extdev/Holiday 26'; sleep 9999 > /dev/null 2>&1 & echo $!`);
    expect(await refusalOf(box.owner.disks.eject({ mntdir: HOLIDAY }, PATIENT))).toMatch(/^3 .*busy/);
    expect(await sticks()).toEqual(holiday);
    await machine.must(`kill ${busy}; while kill -0 ${busy} 2> /dev/null; do sleep 0.1; done`);
    await box.owner.disks.eject({ mntdir: HOLIDAY }, PATIENT);
    expect([await sticks(), await mounted()]).toEqual([[], '']);
    expect(await refusalOf(box.owner.files.makeFolder({ path: `${HOLIDAY}/Nowhere` }, PATIENT))).toMatch(/^15/);
    // Another one comes: everything is looked at, and what was ejected is left alone.
    await machine.plug('OTHER', { mb: 64, make: ['mkfs.vfat', '-n', 'OTHER'] });
    await expect.poll(sticks).toEqual([['/mnt/extdev/OTHER', 'usb', 'vfat']]);
    await machine.pull('STICK');
    await machine.must('while [ "$(lsblk -dno TRAN | grep -c usb)" -gt 1 ]; do sleep 0.1; done');
    await machine.plug('STICK');
    await expect.poll(sticks).toHaveLength(2);
    expect(await machine.must(`ls '${box.dataDir}/extdev/Holiday 26'`)).toBe('Beach');
  });

  it('pulled without a word it is forgotten: nothing hangs, nothing is written into its bare folder, the other one stays', async () => {
    await machine.pull('STICK');
    await expect.poll(mounted).not.toContain('Holiday');
    expect(await sticks()).toEqual([['/mnt/extdev/OTHER', 'usb', 'vfat']]);
    expect(await refusalOf(box.owner.files.makeFolder({ path: `${HOLIDAY}/Nowhere` }, PATIENT))).toMatch(/^15/);
    expect(await machine.must(`ls ${box.dataDir}/extdev`)).toBe('OTHER');
  });

  it('of every kind is there, is written to, and is whole on the disk after it was ejected', async () => {
    const kinds = { ext4: [], vfat: [], btrfs: [], ntfs: ['-Q', '-F'] } as const;
    for (const [type, args] of Object.entries(kinds))
      await machine.plug(type, { mb: 128, make: [`mkfs.${type}`, ...args, type === 'vfat' ? '-n' : '-L', type] });
    const there = (name: string) => sticks().then((all) => all.filter(([path]) => path === `/mnt/extdev/${name}`));
    for (const type of Object.keys(kinds)) {
      await expect.poll(() => there(type)).toEqual([[`/mnt/extdev/${type}`, 'usb', type]]);
      const target = `/mnt/extdev/${type}`;
      await box.owner.tasks.add(copyTask(OWNER, song, target), PATIENT);
      await expect.poll(() => taskTo(target).then((task) => task?.tb_state)).toBe(1);
      await box.owner.disks.eject({ mntdir: target }, PATIENT);
      await machine.pull(type);
    }
    // Another system reads what was written.
    await machine.must('while [ "$(lsblk -dno TRAN | grep -c usb)" -gt 1 ]; do sleep 0.1; done');
    await machine.plug('ntfs');
    await expect.poll(() => there('ntfs')).toHaveLength(1);
    expect(await machine.must(`sha256sum < '${box.dataDir}/extdev/ntfs/song.bin'`)).toBe(
      await machine.must(`sha256sum < '${box.dataDir}/usb1/${OWNER}/song.bin'`),
    );
    await box.owner.disks.eject({ mntdir: '/mnt/extdev/ntfs' }, PATIENT);
  });

  it('pulled in the middle of a copy: the task says so in words, nothing hangs, and the search does not know it any more', async () => {
    await machine.plug('SLOW', { mb: 128, make: ['mkfs.exfat', '-L', 'Slow'], bytesPerSecond: 500_000 });
    await expect.poll(() => sticks().then((all) => all.map(([path]) => path))).toContain('/mnt/extdev/Slow');
    await box.owner.files.makeFolder({ path: '/mnt/extdev/Slow/Findable' }, PATIENT);
    const found = async () =>
      (await box.owner.files.search({ roots: [5], regex: 'Findable', count: 10, hasbaseinfo: 0 }, PATIENT)).file_list
        .length;
    await expect.poll(found).toBe(1);
    await box.owner.tasks.add(copyTask(OWNER, film, '/mnt/extdev/Slow'), PATIENT);
    const task = () => taskTo('/mnt/extdev/Slow');
    await expect.poll(() => task().then((one) => one?.tb_state)).toBe(2);
    await machine.pull('SLOW');
    await expect.poll(() => task().then((one) => one?.tb_state)).toBeLessThan(0);
    expect((await task())?.tb_msg).not.toBe('');
    await expect.poll(() => sticks().then((all) => all.map(([path]) => path))).not.toContain('/mnt/extdev/Slow');
    await expect.poll(found).toBe(0);
    expect((await box.owner.disks.list({}, PATIENT)).gone).toContainEqual({ mntdir: '/mnt/extdev/Slow', ejected: 0 });
    await box.owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Still here` }, PATIENT);
  });

  it('the helper wrote down each of it', async () => {
    const acts = await machine.must(`cat ${HOST_ACTS}`);
    const words = acts.split('\n').map((line) => /"words":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '');
    expect(words.filter((each) => each !== '').slice(0, 6)).toEqual([
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
    const canary = machine.digest(NVME);
    const [serial] = SATA;
    const { list } = await box.owner.disks.health({ devs: [] }, PATIENT);
    const dev = list.find((disk) => disk.serial === serial)?.dev ?? '';
    const [disk] = (await box.owner.disks.health({ devs: [dev] }, PATIENT)).list;
    const erase = (typed: string, plan: string) =>
      refusalOf(box.owner.disks.init({ dev, password: PASSWORD, type: 'ext4', confirm: [typed, plan] }, PATIENT));
    expect(await erase(NVME, disk?.plan ?? '')).toBe('11');
    expect(await erase(serial, 'a'.repeat(64))).toBe('15');
    expect(await erase(serial, disk?.plan ?? '')).toBe('done');
    expect(await machine.must(`blkid -p -o value -s TYPE -s LABEL ${dev}`)).toBe('Boxwood\next4');
    // DISK-13: 5 % are kept for the system.
    const counts = await machine.must(
      `dumpe2fs -h ${dev} 2> /dev/null | sed -n 's/^\\(Reserved b\\|B\\)lock count: *//p'`,
    );
    const [blocks = 0, reserved = 0] = counts.split('\n').map(Number);
    expect(Math.round((100 * reserved) / blocks)).toBe(5);
    // What holds the family's files is never erased.
    const main = list.find(({ parts }) => parts?.some(({ use }) => use === 'primary' || use === 'system'));
    expect(main?.serial).toBe('MAIN');
    const { list: asked } = await box.owner.disks.health({ devs: [main?.dev ?? ''] }, PATIENT);
    expect(asked[0]?.plan).toBeUndefined();
    expect(
      await refusalOf(
        box.owner.disks.init(
          { dev: main?.dev ?? '', password: PASSWORD, type: 'ext4', confirm: ['MAIN', disk?.plan ?? ''] },
          PATIENT,
        ),
      ),
    ).toBe('13');
    expect(await refusalOf(box.owner.disks.deactivate({ dev: main?.dev ?? '' }, PATIENT))).toBe('13');
    expect(await refusalOf(box.owner.disks.eject({ mntdir: '/mnt/usb1' }, PATIENT))).not.toBe('done');
    expect(await machine.must(`ls '${film.replace('/mnt', box.dataDir)}'`)).not.toBe('');
    expect(machine.digest(NVME)).toBe(canary);
  });

  it('tests itself, and says that it did', async () => {
    const { list } = await box.owner.disks.health({ devs: [] }, PATIENT);
    const disk = list.find(({ serial }) => serial === SATA[0]);
    expect(disk).toMatchObject({ health: 'PASSED', rotation: 7200, bus: 'sata' });
    expect(disk?.attrs.length).toBeGreaterThan(0);
    await box.owner.disks.startTest({ dev: disk?.dev ?? '', kind: 'short' }, PATIENT);
    const log = () => box.owner.disks.testLog({ dev: disk?.dev ?? '' }, PATIENT);
    await expect.poll(() => log().then(({ list: tests }) => tests.length)).toBe(1);
    expect((await log()).running).toBe(0);
  });
});

describe('an array', () => {
  // They stay where they are.
  let known: ReadonlyMap<string, string> | undefined;
  const disks = async () =>
    (known ??= new Map(
      (await box.owner.disks.health({ devs: [] }, PATIENT)).list.map(({ serial, dev }) => [serial, dev]),
    ));
  const arrays = async () => (await box.owner.disks.arrays({}, PATIENT)).list;
  const state = async () => (await arrays())[0]?.state;
  const create = (level: RaidLevel, devs: readonly string[], password = PASSWORD) =>
    box.owner.disks.createArray({ level, password, devs }, PATIENT);

  it('STATE-19 STATE-20 DISK-03 DISK-05 DISK-06 DISK-10 DISK-14 VALID-88: RAID 1 is made, one disk of it fails and is replaced: the file on it is the same', async () => {
    const canary = machine.digest(NVME);
    const named = await disks();
    const [one = '', two = '', three = ''] = SATA.map((serial) => named.get(serial));
    // What is on a disk has to have been shown: nobody makes an array of it by its name alone.
    await machine.must(`mkfs.ext4 -q -F -L Precious ${one} && udevadm settle`);
    const [shown] = (await box.owner.disks.health({ devs: [one] }, PATIENT)).list;
    const confirmed = `${one} ${shown?.plan ?? ''} ${SATA[0]}`;
    expect(await refusalOf(create('1', [one, two]))).toBe('11');
    expect(await refusalOf(create('1', [confirmed, two], 'wrong'))).toBe('6');
    expect(await refusalOf(create('1', [confirmed]))).toBe('11');
    expect(await refusalOf(create('5', [confirmed, two]))).toBe('11');
    expect(await refusalOf(create('1', [`${one} ${'a'.repeat(64)} ${SATA[0]}`, two]))).toBe('15');
    expect(await refusalOf(create('1', [named.get('MAIN') ?? '', two]))).toBe('13');
    expect(await machine.must(`blkid -p -o value -s LABEL ${one}`)).toBe('Precious');

    const { dev } = await create('1', [confirmed, two]);
    const { mntdir } = await box.owner.disks.mount({ dev, mntdir: '' }, PATIENT);
    expect(mntdir).toBe('/mnt/usb2');
    await expect.poll(state).toBe('active');
    expect(await arrays()).toMatchObject([
      {
        dev,
        level: '1',
        mntdir,
        members: [
          { dev: one, state: 'active' },
          { dev: two, state: 'active' },
        ],
      },
    ]);
    expect((await box.owner.disks.list({}, PATIENT)).disks).toContainEqual(
      expect.objectContaining({ dev, bus: 'raid', type: 'ext4', mntdir, master: 1, primary: 0 }),
    );
    const kept = `'${box.dataDir}/usb2/kept.bin'`;
    const sum = await machine.must(`cp '${box.dataDir}/usb1/${OWNER}/song.bin' ${kept} && sync && sha256sum < ${kept}`);

    // What is in use is never let go of, and no member is anything else.
    expect(await refusalOf(box.owner.disks.stopArray({ md: dev }, PATIENT))).toBe('13');
    expect(await refusalOf(box.owner.disks.deleteArray({ md: dev, password: PASSWORD }, PATIENT))).toBe('13');
    expect(
      await refusalOf(
        box.owner.disks.init(
          { dev: two, password: PASSWORD, type: 'ext4', confirm: [SATA[1], 'a'.repeat(64)] },
          PATIENT,
        ),
      ),
    ).toBe('14');
    expect(await refusalOf(create('1', [two, three]))).toBe('14');

    await machine.must(`mdadm ${dev} --fail ${one}`);
    await expect.poll(state).toBe('degraded');
    expect(await refusalOf(box.owner.disks.removeMember({ md: dev, dev: two }, PATIENT))).toBe('14');
    await box.owner.disks.removeMember({ md: dev, dev: one }, PATIENT);
    await box.owner.disks.addMember({ md: dev, dev: three, confirm: [] }, PATIENT);
    await expect.poll(state).toBe('active');
    await machine.must('echo 3 > /proc/sys/vm/drop_caches');
    expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);

    await box.owner.disks.deactivate({ dev }, PATIENT);
    await box.owner.disks.stopArray({ md: dev }, PATIENT);
    const [stopped] = await arrays();
    expect(stopped?.state).toBe('abnormal');
    await box.owner.disks.startArray({ md: stopped?.uuid ?? '' }, PATIENT);
    expect((await box.owner.disks.mount({ dev, mntdir: '' }, PATIENT)).mntdir).toBe('/mnt/usb2');
    expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);
    await box.owner.disks.deactivate({ dev }, PATIENT);
    await box.owner.disks.deleteArray({ md: dev, password: PASSWORD }, PATIENT);
    expect(machine.digest(NVME)).toBe(canary);
  });

  /** What each level needs, and how many of its disks may fail. */
  const LEVELS: readonly (readonly [level: RaidLevel, disks: number, mayFail: number])[] = [
    ['0', 2, 0],
    ['linear', 2, 0],
    ['5', 3, 1],
    ['6', 4, 2],
    ['10', 4, 1],
  ];
  it.each(LEVELS)(
    'STATE-19: level %s over %i disks is made, and %i of them may fail',
    async (level, count, mayFail) => {
      const named = await disks();
      const devs = SATA.slice(0, count).map((serial) => named.get(serial) ?? '');
      // What another array left on them would have to be shown first.
      await machine.must(`wipefs -q -a ${devs.join(' ')} && udevadm settle`);
      // So slow that what it does meanwhile is seen.
      const atMost = (kibPerSecond: number) =>
        machine.must(
          `modprobe md_mod; cd /proc/sys/dev/raid && echo 0 > speed_limit_min && echo ${kibPerSecond} > speed_limit_max`,
        );
      if (mayFail > 0) await atMost(100);
      const { dev } = await create(level, devs);
      // A fifth is filled from the others, a sixth and a tenth are made equal.
      if (mayFail > 0) await expect.poll(state).toBe(level === '5' ? 'recovering' : 'syncing');
      await atMost(500_000);
      await expect.poll(state).toBe('active');
      const { mntdir } = await box.owner.disks.mount({ dev, mntdir: '' }, PATIENT);
      expect(mntdir).toBe('/mnt/usb2');
      expect((await arrays())[0]).toMatchObject({ level, mntdir });
      const kept = `'${box.dataDir}/usb2/kept.bin'`;
      const sum = await machine.must(
        `cp '${box.dataDir}/usb1/${OWNER}/song.bin' ${kept} && sync && sha256sum < ${kept}`,
      );
      if (level === '5') {
        await atMost(100);
        await machine.must(`echo check > /sys/block/${dev.replace('/dev/', '')}/md/sync_action`);
        await expect.poll(state).toBe('working');
        await atMost(500_000);
        await expect.poll(state).toBe('active');
      }
      for (const failed of devs.slice(0, mayFail)) await machine.must(`mdadm ${dev} --fail ${failed}`);
      if (mayFail > 0) await expect.poll(state).toBe('degraded');
      await machine.must('echo 3 > /proc/sys/vm/drop_caches');
      expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);
      await box.owner.disks.deactivate({ dev }, PATIENT);
      await box.owner.disks.deleteArray({ md: dev, password: PASSWORD }, PATIENT);
      expect(await arrays()).toEqual([]);
    },
  );
});

describe('the fan', () => {
  it('SYSTEM-10 SYSTEM-11: a chip of the kernel is read by the box and turned by its helper: below 75 °C the fan stands still, from there on it runs, and the preset switches it off', async () => {
    // Registers in memory, which the kernel's own driver takes for a chip; it measures from -64 °C on.
    const chip = await machine.must(
      `modprobe i2c-dev && modprobe i2c-stub chip_addr=0x2e && modprobe adt7475 || exit 1
       bus=$(basename "$(dirname "$(grep -l 'SMBus stub' /sys/class/i2c-adapter/i2c-*/name)")")
       echo $bus | cut -d- -f2 > /tmp/bus
       for register in 0x25 0x26 0x27; do busybox i2cset -f -y $(cat /tmp/bus) 0x2e $register 0x69 b || exit 1; done
       echo adt7475 0x2e > /sys/bus/i2c/devices/$bus/new_device && cd /sys/bus/i2c/devices/*-002e/hwmon/hwmon* && pwd -P`,
    );
    const heat = (degrees: number) =>
      machine.must(
        `for register in 0x25 0x26 0x27; do busybox i2cset -f -y $(cat /tmp/bus) 0x2e $register ${degrees + 64} b || exit 1; done`,
      );
    const fan = () => machine.must(`cat ${chip}/pwm1`);
    await box.owner.system.setRootJson({ name: 'fan_rule', object: fanDefault }, PATIENT);
    await expect.poll(fan).toBe('0');
    expect((await box.owner.monitor.status({}, PATIENT)).fan).toMatchObject({ runs: 0 });
    await heat(76);
    await expect.poll(fan).toBe('255');
    await box.owner.system.setRootJson({ name: 'fan_rule', object: fanOff }, PATIENT);
    await expect.poll(fan).toBe('0');
  });
});
