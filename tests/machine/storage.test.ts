import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BoxFailure } from '@boxwood/box-sdk';
import { HOST_ACTS, type MachineBox, startBoxOn } from './household.ts';
import { startMachine, type TestMachine } from './machine.ts';

let machine: TestMachine;
let box: MachineBox;
beforeAll(async () => {
  machine = await startMachine();
  box = await startBoxOn(machine);
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
const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
      return `${failure.error.code} ${failure.error.info ?? ''}`.trim();
    throw failure;
  }
};

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

  it('the helper wrote down each of it', async () => {
    const acts = await machine.must(`cat ${HOST_ACTS}`);
    const words = acts.split('\n').map((line) => /"words":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '');
    expect(words.filter((each) => each !== '')).toEqual([
      'mount exfat \\"Holiday 26\\" of QEMU HARDDISK STICK as Holiday 26',
      'unmount Holiday 26',
      'unmount Holiday 26',
      'mount vfat \\"OTHER\\" of QEMU HARDDISK OTHER as OTHER',
      'mount exfat \\"Holiday 26\\" of QEMU HARDDISK STICK as Holiday 26',
      'forget Holiday 26, whose disk was pulled',
    ]);
  });
});
