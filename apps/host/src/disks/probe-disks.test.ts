import { expect, it } from 'vitest';
import { openMachine } from '../machine.ts';
import { probeDisks } from './probe-disks.ts';

const UUID = '6b1a0a3e-0000-4000-8000-000000000001';
const block = (kname: string, pkname: string | null, type: string, fstype: string | null) => ({
  kname,
  pkname,
  type,
  size: 64,
  hotplug: false,
  rota: true,
  tran: null,
  model: 'Disk',
  fstype,
  serial: kname.startsWith('sd') ? `SERIAL ${kname}` : null,
  uuid: null,
  label: null,
  mountpoints: [null],
});

it('an array is known by what its members say of it, also while the system has not come to them: udev may miss that one was written to', async () => {
  const blockdevices = ['sda', 'sdb'].flatMap((name) => [
    block(name, null, 'disk', null),
    block('md0', name, 'raid1', 'ext4'),
  ]);
  const machine = {
    ...openMachine(''),
    find: (program: string) => `/bin/${program}`,
    read: (file: string) => (/\/md0\/md\/dev-sd[ab]\/state$/.test(file) ? 'in_sync' : ''),
    run: (program: string, args: readonly string[]) =>
      Promise.resolve({
        code: 0,
        output: program.endsWith('lsblk')
          ? JSON.stringify({ blockdevices })
          : program.endsWith('blkid') && args.at(-1) !== '/dev/md0'
            ? `DEVNAME=${args.at(-1) ?? ''}\nUUID=${UUID}\nTYPE=linux_raid_member\n`
            : '',
        errors: '',
      }),
  };
  const { disks, arrays } = await probeDisks(machine);
  expect(disks.map(({ name, serial }) => [name, serial])).toEqual([
    ['sda', 'SERIAL sda'],
    ['md0', UUID],
    ['sdb', 'SERIAL sdb'],
  ]);
  expect(arrays.map(({ uuid, name }) => [uuid, name])).toEqual([[UUID, 'md0']]);
});

it('what is mounted is not empty where nobody may read the disk, as in a container: the kernel says as what it is mounted', async () => {
  const machine = {
    ...openMachine(''),
    find: (program: string) => `/bin/${program}`,
    read: (file: string) => (file === '/proc/self/mountinfo' ? '24 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n' : ''),
    run: (program: string) =>
      Promise.resolve({
        code: program.endsWith('blkid') ? 2 : 0,
        errors: '',
        output: program.endsWith('lsblk')
          ? JSON.stringify({ blockdevices: [block('vda', null, 'disk', null), block('vdb', null, 'disk', null)] })
          : '',
      }),
  };
  const { disks } = await probeDisks(machine);
  expect(disks.map(({ name, parts }) => [name, parts[0]?.type])).toEqual([
    ['vda', 'ext4'],
    ['vdb', ''],
  ]);
});
