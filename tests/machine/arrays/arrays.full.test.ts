import { describe, expect, it } from 'vitest';
import type { RaidLevel } from '@boxwood/box-sdk';
import { OWNER, PASSWORD } from '../../lib/box/box-process.ts';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { openHelperClient } from '../helper-client.ts';
import { NVME, SATA } from '../machine-disks.ts';
import { releaseDisks, LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();

describe('an array', () => {
  // The names do not change.
  let known: ReadonlyMap<string, string> | undefined;
  const disks = async () =>
    (known ??= new Map(
      (await fixture().owner.disks.health({ devs: [] }, LONG_TIMEOUT)).list.map(({ serial, dev }) => [serial, dev]),
    ));
  const arrays = async () => (await fixture().owner.disks.arrays({}, LONG_TIMEOUT)).list;
  const state = async () => (await arrays())[0]?.state;
  const create = (level: RaidLevel, devs: readonly string[], password = PASSWORD) =>
    fixture().owner.disks.createArray({ level, password, devs }, LONG_TIMEOUT);

  it('STATE-19 STATE-20 DISK-03 DISK-05 DISK-06 DISK-10 DISK-14 VALID-88: RAID 1 is made, one disk of it fails and is replaced: the file on it is the same', async () => {
    const canary = fixture().machine.digest(NVME);
    const named = await disks();
    const [one = '', two = '', three = ''] = SATA.map((serial) => named.get(serial));
    // The plan must have shown the content of a disk: the helper makes no array of it by its name alone.
    await fixture().machine.must(`wipefs -q -a ${two} ${three}; mkfs.ext4 -q -F -L Precious ${one} && udevadm settle`);
    const [shown] = (await fixture().owner.disks.health({ devs: [one] }, LONG_TIMEOUT)).list;
    const confirmed = `${one} ${shown?.plan ?? ''} ${SATA[0]}`;
    expect(await describeRefusal(create('1', [one, two]))).toBe('11');
    expect(await describeRefusal(create('1', [confirmed, two], 'wrong'))).toBe('6');
    expect(await describeRefusal(create('1', [confirmed]))).toBe('11');
    expect(await describeRefusal(create('5', [confirmed, two]))).toBe('11');
    expect(await describeRefusal(create('1', [`${one} ${'a'.repeat(64)} ${SATA[0]}`, two]))).toBe('15');
    expect(await describeRefusal(create('1', [named.get('MAIN') ?? '', two]))).toBe('13');
    expect(await fixture().machine.must(`blkid -p -o value -s LABEL ${one}`)).toBe('Precious');

    const { dev } = await create('1', [confirmed, two]);
    const { mntdir } = await fixture().owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT);
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
    expect((await fixture().owner.disks.list({}, LONG_TIMEOUT)).disks).toContainEqual(
      expect.objectContaining({ dev, bus: 'raid', type: 'ext4', mntdir, master: 1, primary: 0 }),
    );
    const kept = `'${fixture().dataDir}/usb2/kept.bin'`;
    const sum = await fixture().machine.must(
      `cp '${fixture().dataDir}/usb1/${OWNER}/song.bin' ${kept} && sync && sha256sum < ${kept}`,
    );

    // An array in use is never stopped, and no member is used for anything else.
    expect(await describeRefusal(fixture().owner.disks.stopArray({ md: dev }, LONG_TIMEOUT))).toBe('13');
    expect(
      await describeRefusal(fixture().owner.disks.deleteArray({ md: dev, password: PASSWORD }, LONG_TIMEOUT)),
    ).toBe('13');
    expect(
      await describeRefusal(
        fixture().owner.disks.init(
          { dev: two, password: PASSWORD, type: 'ext4', confirm: [SATA[1], 'a'.repeat(64)] },
          LONG_TIMEOUT,
        ),
      ),
    ).toBe('14');
    expect(await describeRefusal(create('1', [two, three]))).toBe('14');

    await fixture().machine.must(`mdadm ${dev} --fail ${one}`);
    await expect.poll(state).toBe('degraded');
    expect(await describeRefusal(fixture().owner.disks.removeMember({ md: dev, dev: two }, LONG_TIMEOUT))).toBe('14');
    await fixture().owner.disks.removeMember({ md: dev, dev: one }, LONG_TIMEOUT);
    await fixture().owner.disks.addMember({ md: dev, dev: three, confirm: [] }, LONG_TIMEOUT);
    await expect.poll(state).toBe('active');
    await fixture().machine.must('echo 3 > /proc/sys/vm/drop_caches');
    expect(await fixture().machine.must(`sha256sum < ${kept}`)).toBe(sum);

    await fixture().owner.disks.deactivate({ dev }, LONG_TIMEOUT);
    await fixture().owner.disks.stopArray({ md: dev }, LONG_TIMEOUT);
    const [stopped] = await arrays();
    expect(stopped?.state).toBe('abnormal');
    await fixture().owner.disks.startArray({ md: stopped?.uuid ?? '' }, LONG_TIMEOUT);
    expect((await fixture().owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT)).mntdir).toBe('/mnt/usb2');
    expect(await fixture().machine.must(`sha256sum < ${kept}`)).toBe(sum);
    await fixture().owner.disks.deactivate({ dev }, LONG_TIMEOUT);
    await fixture().owner.disks.deleteArray({ md: dev, password: PASSWORD }, LONG_TIMEOUT);
    expect(fixture().machine.digest(NVME)).toBe(canary);
  });

  /** The number of disks that each level needs, and how many of them may fail. */
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
      await releaseDisks(fixture());
      const named = await disks();
      const devs = SATA.slice(0, count).map((serial) => named.get(serial) ?? '');
      // Content left by another array would have to be shown first.
      await fixture().machine.must(`wipefs -q -a ${devs.join(' ')} && udevadm settle`);
      // Slow enough to observe the intermediate state.
      const atMost = (kibPerSecond: number) =>
        fixture().machine.must(
          `modprobe md_mod; cd /proc/sys/dev/raid && echo 0 > speed_limit_min && echo ${kibPerSecond} > speed_limit_max`,
        );
      if (mayFail > 0) await atMost(100);
      const { dev } = await create(level, devs);
      // RAID 5 is rebuilt from the other members, RAID 6 and RAID 10 are synchronised.
      if (mayFail > 0) await expect.poll(state).toBe(level === '5' ? 'recovering' : 'syncing');
      await atMost(500_000);
      await expect.poll(state).toBe('active');
      // On a busy emulated machine the system takes longer than the helper's two seconds to recognise the content.
      await fixture().machine.must('udevadm settle');
      const { mntdir } = await fixture().owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT);
      expect(mntdir).toBe('/mnt/usb2');
      expect((await arrays())[0]).toMatchObject({ level, mntdir });
      const kept = `'${fixture().dataDir}/usb2/kept.bin'`;
      const sum = await fixture().machine.must(
        `cp '${fixture().dataDir}/usb1/${OWNER}/song.bin' ${kept} && sync && sha256sum < ${kept}`,
      );
      if (level === '5') {
        await atMost(100);
        const desk = await openHelperClient(fixture().machine);
        const [made] = await arrays();
        const wish = { uuid: made?.uuid ?? '' };
        expect(made?.checked).toBeUndefined();
        // The monthly check that the box schedules.
        const plan = await desk.plan('checkArray', wish);
        expect(typeof plan === 'string' ? plan : await desk.execute('checkArray', wish, plan.hash)).toBe('done');
        expect(await desk.plan('checkArray', wish)).toBe('barred check');
        await expect.poll(state).toBe('working');
        await atMost(500_000);
        await expect.poll(state).toBe('active');
        await expect.poll(async () => (await arrays())[0]).toMatchObject({ mismatches: 0 });
      }
      for (const failed of devs.slice(0, mayFail)) await fixture().machine.must(`mdadm ${dev} --fail ${failed}`);
      if (mayFail > 0) await expect.poll(state).toBe('degraded');
      await fixture().machine.must('echo 3 > /proc/sys/vm/drop_caches');
      expect(await fixture().machine.must(`sha256sum < ${kept}`)).toBe(sum);
      await fixture().owner.disks.deactivate({ dev }, LONG_TIMEOUT);
      await fixture().owner.disks.deleteArray({ md: dev, password: PASSWORD }, LONG_TIMEOUT);
      expect(await arrays()).toEqual([]);
    },
  );
});
