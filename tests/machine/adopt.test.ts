import { expect, it } from 'vitest';
import { OWNER, PASSWORD } from '../lib/box-process.ts';
import { refusalOf } from '../../apps/box/src/testing/refusal.ts';
import { SATA } from './machine.ts';
import { devOf, free, PATIENT, useWorld } from './world.ts';

const the = useWorld();
const [ONE, TWO] = SATA;
const BY_ID = '/dev/disk/by-id/ata-*SATA-[12]';
const arrays = async () => (await the().owner.disks.arrays({}, PATIENT)).list;

it('an array that another system made is shown and looked at as it is: its files are there, nothing formats it, and not a byte of its disks changes', async () => {
  const { machine, owner } = the();
  await free(the());
  await machine.must(
    `wipefs -q -a ${BY_ID}; udevadm settle
     mdadm --create /dev/md77 --run --level=1 --raid-devices=2 --assume-clean --homehost=elsewhere --name=theirs ${BY_ID} || exit 1
     mkfs.ext4 -q -L Family /dev/md77 && mkdir -p /tmp/theirs && mount /dev/md77 /tmp/theirs || exit 1
     mkdir /tmp/theirs/Letters && echo 'Dear all' > /tmp/theirs/Letters/first.txt && umount /tmp/theirs
     udevadm settle; mdadm --stop /dev/md77; udevadm settle; mdadm --stop --scan; true`,
  );
  const before = [machine.digest(ONE), machine.digest(TWO)];
  const [foreign] = await arrays();
  expect(foreign).toMatchObject({ state: 'abnormal', mntdir: '' });
  // It is nobody's to erase.
  const dev = await devOf(machine, ONE);
  const wish = { dev, password: PASSWORD, type: 'ext4', confirm: [ONE, 'a'.repeat(64)] } as const;
  expect(await refusalOf(owner.disks.init(wish, PATIENT))).toBe('14');

  const { mntdir } = await owner.disks.mount({ dev: foreign?.uuid ?? '', mntdir: '/mnt/extdev' }, PATIENT);
  expect(mntdir).toBe('/mnt/extdev/Family');
  expect(await machine.must(`cat '${the().dataDir}/extdev/Family/Letters/first.txt'`)).toBe('Dear all');
  const { file_list } = await owner.files.list({ path: `${mntdir}/Letters`, count: 10, hasbaseinfo: 0 }, PATIENT);
  expect(file_list.map(({ n }) => n)).toEqual(['first.txt']);
  expect(await refusalOf(owner.files.makeFolder({ path: `${mntdir}/Mine` }, PATIENT))).not.toBe('done');
  expect((await arrays())[0]).toMatchObject({ mntdir, members: [{}, {}] });
  expect((await owner.disks.list({}, PATIENT)).disks).toContainEqual(
    expect.objectContaining({ mntdir, readonly: 1, master: 0, bus: 'raid' }),
  );
  expect(await refusalOf(owner.disks.deleteArray({ md: foreign?.uuid ?? '', password: PASSWORD }, PATIENT))).toBe('14');

  await owner.disks.eject({ mntdir }, PATIENT);
  await owner.disks.stopArray({ md: foreign?.uuid ?? '' }, PATIENT);
  expect([machine.digest(ONE), machine.digest(TWO)]).toEqual(before);
  await owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Still mine` }, PATIENT);
  await machine.must(`mdadm --stop --scan; mdadm --zero-superblock ${BY_ID} && wipefs -q -a ${BY_ID}; udevadm settle`);
});
