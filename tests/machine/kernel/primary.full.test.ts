import { expect, it } from 'vitest';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { PASSWORD } from '../../lib/box/box-process.ts';
import { openHelperClient } from '../helper-client.ts';
import { NVME } from '../machine-disks.ts';
import { devOf, releaseDisks, LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();
const GB = 1024 ** 3;
/** Serial numbers and sizes in GB of disks that are built in for this test; unwritten parts take no space. */
const SIZES = { 'GB-9': 9, 'GB-12': 12, 'GB-13': 13 } as const;

it('VALID-85 VALID-86 DISK-05 DISK-07 DISK-08: a disk becomes a primary one with 10 GB at least, and a fifth of it stays free: the box says no, its helper says no, and what is made is as large as was asked for', async () => {
  const { machine, owner } = fixture();
  await releaseDisks(fixture());
  const canary = machine.digest(NVME);
  for (const [serial, gb] of Object.entries(SIZES))
    await machine.plug(serial, {
      mb: gb * 1024,
      make: gb === 13 ? ['mkfs.ext4', '-q', '-F', '-L', 'Precious'] : [],
      stays: true,
    });
  const [nine, twelve, dev] = [
    await devOf(machine, 'GB-9'),
    await devOf(machine, 'GB-12'),
    await devOf(machine, 'GB-13'),
  ];
  const asked = (of: string, size: number, confirm: readonly string[] = []): Promise<string> =>
    describeRefusal(owner.disks.setPrimary({ dev: of, size, confirm }, LONG_TIMEOUT));
  expect(await asked(nine, 9)).toBe('11 disk.primaryTooSmall');
  expect(await asked(nine, 10)).toBe('11 disk.primaryTooSmall');
  expect(await asked(twelve, 10)).toBe('11 disk.keepFree');
  expect(await asked(dev, 11)).toBe('11 disk.keepFree');
  // The helper does not trust the calculations of its caller.
  const desk = await openHelperClient(machine);
  const planned = (serial: string, gb: number): Promise<unknown> =>
    desk.plan('primary', { serial, gb, label: 'Boxwood' });
  expect(await planned('GB-13', 9)).toBe('barred too little room');
  expect(await planned('GB-9', 10)).toBe('barred too little space stays free');
  expect(await planned('GB-12', 10)).toBe('barred too little space stays free');

  // The content has not been shown in a plan yet.
  expect(await asked(dev, 10)).toBe('11');
  expect(await machine.must(`blkid -p -o value -s LABEL ${dev}`)).toBe('Precious');
  const [shown] = (await owner.disks.health({ devs: [dev] }, LONG_TIMEOUT)).list;
  expect(await asked(dev, 10, ['GB-13', shown?.plan ?? ''])).toBe('done');
  const said = await machine.must(`dumpe2fs -h ${dev} 2> /dev/null | sed -n 's/^Block \\(count\\|size\\): *//p'`);
  const made = said.split('\n').reduce((product, each) => product * Number(each), 1);
  expect(made).toBe(10 * GB);
  expect(Number(await machine.must(`blockdev --getsize64 ${dev}`)) - made).toBeGreaterThanOrEqual(0.2 * 13 * GB);

  // From now on it is a disk of the box.
  const listed = (await owner.disks.list({}, LONG_TIMEOUT)).disks.find((each) => each.dev === dev);
  expect(listed).toMatchObject({ master: 1, primary: 1, type: 'ext4' });
  expect(await describeRefusal(owner.disks.deactivate({ dev }, LONG_TIMEOUT))).toBe('13');
  const again = { dev, password: PASSWORD, type: 'ext4', confirm: ['GB-13', shown?.plan ?? ''] } as const;
  expect(await describeRefusal(owner.disks.init(again, LONG_TIMEOUT))).toBe('13');
  expect(machine.digest(NVME)).toBe(canary);
  await releaseDisks(fixture());
  for (const serial of Object.keys(SIZES)) await machine.pull(serial);
});
