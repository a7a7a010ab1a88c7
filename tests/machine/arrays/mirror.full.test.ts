import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { OWNER, PASSWORD } from '../../lib/box/box-process.ts';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { openHelperClient } from '../helper-client.ts';
import { NVME } from '../machine-disks.ts';
import { devOf, releaseDisks, LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();
/** Empty disks, large enough for btrfs. */
const NEW = ['TWIN-A', 'TWIN-B'] as const;
/** Another disk that is a little larger. */
const ANOTHER = 'TWIN-C';

it('a btrfs of two new disks keeps everything on both: neither is erased while it is used, and what one of them reads wrong a check finds, says and mends; another disk takes the place of one that is gone', async () => {
  const { machine, owner, dataDir } = fixture();
  await releaseDisks(fixture());
  const canary = machine.digest(NVME);
  for (const serial of NEW) await machine.plug(serial, { mb: 300, make: [], stays: true });
  const [one, two] = [await devOf(machine, NEW[0]), await devOf(machine, NEW[1])];
  const { dev } = await owner.disks.createArray({ level: 'btrfs', password: PASSWORD, devs: [one, two] }, LONG_TIMEOUT);
  expect(dev).toBe(one);
  const { mntdir } = await owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT);
  const kept = `'${dataDir}/${mntdir.replace('/mnt/', '')}/kept.bin'`;
  const sum = await machine.must(`cp '${dataDir}/usb1/${OWNER}/song.bin' ${kept} && sync && sha256sum < ${kept}`);
  const mirror = async () => (await owner.disks.arrays({}, LONG_TIMEOUT)).list.find(({ level }) => level === 'btrfs');
  expect(await mirror()).toMatchObject({ dev, mntdir, state: 'active' });
  expect((await mirror())?.members.map((member) => [member.dev, member.state])).toEqual([
    [one, 'active'],
    [two, 'active'],
  ]);
  // The kernel lists only one of them as mounted.
  for (const each of [one, two]) {
    const wish = { dev: each, password: PASSWORD, type: 'ext4', confirm: ['', 'a'.repeat(64)] } as const;
    expect(await describeRefusal(owner.disks.init(wish, LONG_TIMEOUT))).not.toBe('done');
  }
  const desk = await openHelperClient(machine);
  expect(await desk.plan('format', { serial: NEW[1], label: 'Boxwood' })).toBe('barred member');
  // Losing either member of a mirror loses no data.
  const { list } = await owner.disks.health({ devs: [two] }, LONG_TIMEOUT);
  expect(list[0]?.loss).toMatchObject({ lost: [] });

  const check = async (): Promise<void> => {
    const before = (await mirror())?.checked ?? 0;
    // Two snapshots differ by their second.
    await machine.must('sleep 1.1');
    // The monthly check that the box schedules.
    const wish = { uuid: (await mirror())?.uuid ?? '' };
    const plan = await desk.plan('checkArray', wish);
    expect(typeof plan === 'string' ? plan : await desk.execute('checkArray', wish, plan.hash)).toBe('done');
    await expect.poll(async () => (await mirror())?.checked ?? 0).toBeGreaterThan(before);
  };
  await check();
  expect(await mirror()).toMatchObject({ state: 'active', mismatches: 0 });
  // One of the disks loses a part of the file, without the machine's knowledge.
  const image = join(inject('world').machine.folder, `${NEW[1]}.img`);
  const bytes = readFileSync(image);
  const piece = Buffer.from(await machine.must(`head -c 4096 ${kept} | base64 -w0`), 'base64');
  const at = bytes.indexOf(piece);
  expect(at).toBeGreaterThan(0);
  writeFileSync(image, bytes.fill(0, at, at + 65_536));
  await machine.must('echo 3 > /proc/sys/vm/drop_caches');
  await check();
  expect((await mirror())?.mismatches).toBeGreaterThan(0);
  expect(readFileSync(image).indexOf(piece)).toBe(at);
  await check();
  expect(await mirror()).toMatchObject({ mismatches: 0 });
  await machine.must('echo 3 > /proc/sys/vm/drop_caches');
  expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);

  await owner.disks.deactivate({ dev }, LONG_TIMEOUT);
  expect(await mirror()).toBeUndefined();

  // Without one of them everything can still be read, and nothing can be written without redundancy.
  await machine.pull(NEW[1]);
  await machine.must(`while [ -e ${two} ]; do sleep 0.1; done; udevadm settle`);
  expect((await owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT)).mntdir).toBe(mntdir);
  expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);
  expect((await machine.sh(`touch ${kept}`)).code).not.toBe(0);
  expect(await mirror()).toMatchObject({ state: 'degraded', mntdir });
  const failing = async () => (await owner.disks.list({}, LONG_TIMEOUT)).failing;
  expect(await failing()).toEqual([dev]);

  // Another disk replaces it, as the desktop requests it; slow enough to observe the progress.
  await machine.plug(ANOTHER, { mb: 320, make: [], stays: true });
  const three = await devOf(machine, ANOTHER);
  const [shown] = (await owner.disks.health({ devs: [three] }, LONG_TIMEOUT)).list;
  const put = (serial: string, md = dev) =>
    describeRefusal(owner.disks.addMember({ md, dev: three, confirm: [serial, shown?.plan ?? ''] }, LONG_TIMEOUT));
  expect(await put(NEW[1])).toBe('11');
  const atMost = (bytesPerSecond: number): Promise<string> =>
    machine.must(`for each in /sys/fs/btrfs/*/devinfo/*/scrub_speed_max; do echo ${bytesPerSecond} > $each; done`);
  await atMost(100_000);
  expect(await put(ANOTHER)).toBe('done');
  expect((await mirror())?.state).toBe('recovering');
  await atMost(0);
  await expect.poll(async () => (await mirror())?.state).toBe('active');
  expect((await mirror())?.members.map((member) => [member.dev, member.state])).toEqual([
    [one, 'active'],
    [three, 'active'],
  ]);
  expect(await failing()).toEqual([]);
  await machine.must(`touch ${kept} && echo 3 > /proc/sys/vm/drop_caches`);
  expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);
  // Data written meanwhile is stored twice as well.
  expect(await machine.must('ls -d /sys/fs/btrfs/*/allocation/*/single || true')).toContain('No such file');
  expect(await put(ANOTHER)).not.toBe('done');

  // The member listed as mounted is pulled while mounted: reading and writing still work.
  await machine.pull(NEW[0]);
  await expect.poll(failing).toHaveLength(1);
  expect(await mirror()).toMatchObject({ state: 'degraded', mntdir });
  await machine.must('echo 3 > /proc/sys/vm/drop_caches');
  expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);
  expect(machine.digest(NVME)).toBe(canary);
  await machine.must(`umount '${dataDir}/${mntdir.replace('/mnt/', '')}'`);
  await machine.pull(ANOTHER);
});
