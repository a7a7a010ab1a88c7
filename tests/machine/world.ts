import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { OWNER } from '../lib/box-process.ts';
import { SATA } from './disks.ts';
import { ownerOf } from './household.ts';
import { openMachine, type TestMachine } from './machine.ts';

/** Everything takes its time beside other work. */
export const PATIENT = { timeoutMs: 200_000 };

/** Files of the owner's, of 20 MB and one. */
export const film = `/mnt/usb1/${OWNER}/film.bin`;
export const song = `/mnt/usb1/${OWNER}/song.bin`;

export interface World {
  readonly machine: TestMachine;
  readonly owner: BoxClient;
  /** The folder of the box's files there. */
  readonly dataDir: string;
}

/** The machine and the box of this run, while the tests of a file last; what was said there is shown of a test that fails. */
export const useWorld = (): (() => World) => {
  let world: World | undefined;
  const the = (): World => {
    if (world === undefined) throw new Error('not before the tests');
    return world;
  };
  beforeAll(async () => {
    const { machine, box } = inject('world');
    world = { machine: await openMachine(machine), owner: ownerOf(machine, box), dataDir: box.dataDir };
  });
  afterEach(async ({ task }) => {
    // It is forgotten with the machine.
    if (task.result?.state === 'fail')
      console.error((await the().machine.sh('tail -n 40 /tmp/host.log /tmp/box.log')).text);
  });
  afterAll(() => {
    world?.machine.close();
  });
  return the;
};

/** What a test before left when it failed is no part of this one. */
export const free = ({ machine, dataDir }: World): Promise<unknown> =>
  machine.sh(`umount -q '${dataDir}'/usb[2-9]; mdadm -q --stop --scan; udevadm settle`);

/** Some disks, for a shell. */
const called = (serials: readonly string[]): string => serials.map((serial) => `$(disk ${serial})`).join(' ');
/** The disks that are built in, for a shell. */
export const BUILT_IN = called(SATA);

/** What a disk is called today, as soon as it is there, without asking the box, which asks every disk how it is. */
export const devOf = (machine: TestMachine, serial: string): Promise<string> => machine.must(`disk ${serial}`);

/** Two of the built-in disks, which another system makes a mirror of. */
const THEIRS = called(SATA.slice(0, 2));

/** A mirror that another system made and nobody here uses, with a letter on it. */
export const foreignMirror = (machine: TestMachine): Promise<string> =>
  machine.must(
    `wipefs -q -a ${THEIRS}; udevadm settle
     mdadm --create /dev/md77 --run --level=1 --raid-devices=2 --assume-clean --homehost=elsewhere --name=theirs ${THEIRS} || exit 1
     mkfs.ext4 -q -L Family /dev/md77 && mkdir -p /tmp/theirs && mount /dev/md77 /tmp/theirs || exit 1
     mkdir /tmp/theirs/Letters && echo 'Dear all' > /tmp/theirs/Letters/first.txt && umount /tmp/theirs
     udevadm settle; mdadm --stop /dev/md77; udevadm settle; mdadm --stop --scan; true`,
  );
/** It is no more, and its disks are free. */
export const endForeign = (machine: TestMachine): Promise<string> =>
  machine.must(`mdadm --stop --scan; mdadm --zero-superblock ${THEIRS} && wipefs -q -a ${THEIRS}; udevadm settle`);
