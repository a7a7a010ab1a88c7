/** Superblocks of btrfs devices as a real kernel left them (`btrfs inspect-internal dump-super`). */
import { expect, it } from 'vitest';
import { openMachine } from '../machine.ts';
import type { HostDisk } from '../host-responses.ts';
import { mirrorCompleteness } from './btrfs-mirrors.ts';

const UUID = '6b1a0a3e-0000-4000-8000-000000000001';
const partOf = (name: string, type = 'btrfs'): HostDisk['parts'][number] => ({
  name,
  number: 0,
  size: 1,
  type,
  uuid: UUID,
  label: '',
  use: 'free',
  place: '',
  held: 0,
});

/** @param numbers device number of each existing device, of two */
const checkCompleteness = (numbers: Readonly<Record<string, number>>, type = 'btrfs') => {
  const parts = Object.keys(numbers).map((name) => partOf(name, type));
  const disks = parts.map((part): HostDisk => ({
    name: part.name,
    serial: part.name,
    model: '',
    bus: '',
    size: 1,
    unplugs: 0,
    rotates: 0,
    parts: [part],
  }));
  const machine = {
    ...openMachine(''),
    find: (program: string) => `/bin/${program}`,
    run: (_: string, args: readonly string[]) => {
      const number = numbers[(args.at(-1) ?? '').replace('/dev/', '')] ?? 0;
      const output = `num_devices\t\t2\ndev_item.uuid\t\t${UUID}\ndev_item.devid\t\t${number}\n`;
      return Promise.resolve({ code: 0, output, errors: '' });
    },
  };
  return mirrorCompleteness(machine, disks, partOf('sda', type));
};

it('a btrfs is whole, lacks a disk, or was being given another when the machine was switched off, which goes on only where it is mounted to be written', async () => {
  expect(await checkCompleteness({ sda: 1, sdb: 2 })).toBe('whole');
  expect(await checkCompleteness({ sda: 1 })).toBe('half');
  expect(await checkCompleteness({ sda: 1, sdc: 0 })).toBe('replacing');
  expect(await checkCompleteness({ sda: 1, sdb: 2, sdc: 0 })).toBe('whole');
  expect(await checkCompleteness({ sda: 1 }, 'ext4')).toBe('whole');
});
