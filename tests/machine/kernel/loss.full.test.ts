import { expect, it } from 'vitest';
import { OWNER, PASSWORD } from '../../lib/box/box-process.ts';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import { restartBox } from '../box-on-machine.ts';
import { SATA } from '../machine-disks.ts';
import { BUILT_IN, devOf as diskOf, releaseDisks, LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();
const [SINGLE, LEFT, RIGHT] = SATA;
const devOf = (serial: string): Promise<string> => diskOf(fixture().machine, serial);
const lossOf = async (serial: string) =>
  (await fixture().owner.disks.health({ devs: [await devOf(serial)] }, LONG_TIMEOUT)).list[0]?.loss;
/** The volumes whose files are still unchanged, read again from the disks. */
const readable = async (sums: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  await fixture().machine.must('echo 3 > /proc/sys/vm/drop_caches');
  const found: string[] = [];
  for (const [mntdir, sum] of sums) {
    const { text } = await fixture().machine.sh(
      `sha256sum < '${fixture().dataDir}/${mntdir.replace('/mnt/', '')}/${OWNER}/song.bin'`,
    );
    if (text === sum) found.push(mntdir);
  }
  return found;
};

it('what the box says would be lost with a disk is what nobody can read when it is gone, and what would stay is there; after a restart of the box volumes are there without a hand', async () => {
  const { machine, owner, dataDir } = fixture();
  await releaseDisks(fixture());
  await machine.must(`wipefs -q -a ${BUILT_IN}; mkfs.ext4 -q -F $(disk ${SINGLE}) && udevadm settle`);
  const single = await devOf(SINGLE);
  const { dev } = await owner.disks.createArray(
    { level: '1', password: PASSWORD, devs: [await devOf(LEFT), await devOf(RIGHT)] },
    LONG_TIMEOUT,
  );
  const alone = (await owner.disks.mount({ dev: single, mntdir: '' }, LONG_TIMEOUT)).mntdir;
  const mirror = (await owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT)).mntdir;
  const sums = new Map<string, string>();
  for (const mntdir of ['/mnt/usb1', alone, mirror]) {
    const folder = `'${dataDir}/${mntdir.replace('/mnt/', '')}/${OWNER}'`;
    sums.set(
      mntdir,
      await machine.must(
        `mkdir -p ${folder} && cd ${folder} && { [ -e song.bin ] || cp '${dataDir}/usb1/${OWNER}/song.bin' .; } && sync && sha256sum < song.bin`,
      ),
    );
  }
  expect(await readable(sums)).toEqual([...sums.keys()]);

  // As when the machine is switched off: nothing is mounted, and the kernel has assembled no array yet.
  await restartBox(
    machine,
    `umount '${dataDir}'/usb[2-9]; mdadm --stop ${dev}; udevadm trigger --action=add --settle ${BUILT_IN}`,
  );
  await expect.poll(() => readable(sums)).toEqual([...sums.keys()]);

  // A mirror survives the loss of one disk; a single disk loses everything.
  expect(await lossOf(LEFT)).toMatchObject({ lost: [] });
  const saidOfSingle = await lossOf(SINGLE);
  expect(saidOfSingle).toMatchObject({ lost: [{ mntdir: alone, people: [OWNER] }] });
  const die = async (serial: string): Promise<void> => {
    const name = (await devOf(serial)).replace('/dev/', '');
    await machine.must(
      `echo 1 > /sys/block/${name}/device/delete && while [ -e /sys/block/${name} ]; do sleep 0.1; done`,
    );
  };
  await die(LEFT);
  expect(await readable(sums)).toEqual([...sums.keys()]);
  // Now it is the last member.
  await expect.poll(async () => (await lossOf(RIGHT))?.lost.map(({ mntdir }) => mntdir)).toEqual([mirror]);
  await die(SINGLE);
  // Sticks of other tests may be listed as well.
  expect(await readable(sums)).toEqual(saidOfSingle?.kept.filter((mntdir) => sums.has(mntdir)));
  await die(RIGHT);
  expect(await readable(sums)).toEqual(['/mnt/usb1']);
  expect(await describeRefusal(owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/After all` }, LONG_TIMEOUT))).toBe(
    'done',
  );

  await machine.must(
    `umount -l '${dataDir}'/usb[2-9]; mdadm --stop --scan; for host in /sys/class/scsi_host/host*; do echo '- - -' > $host/scan; done
     : ${BUILT_IN}; udevadm settle; mdadm --stop --scan
     mdadm --zero-superblock ${BUILT_IN}; wipefs -q -a ${BUILT_IN}; udevadm settle`,
  );
});
