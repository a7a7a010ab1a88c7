import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { OWNER } from '../lib/box/box-process.ts';
import { SATA } from './machine-disks.ts';
import { ownerOf } from './box-on-machine.ts';
import { openMachine, type TestMachine } from './test-machine.ts';

/** Timeout for operations on a busy host. */
export const LONG_TIMEOUT = { timeoutMs: 200_000 };

/** Files of the owner: one of 20 MB, and a song. */
export const film = `/mnt/usb1/${OWNER}/film.bin`;
export const song = `/mnt/usb1/${OWNER}/song.bin`;

export interface MachineFixture {
  readonly machine: TestMachine;
  readonly owner: BoxClient;
  /** The folder of the box's data on the machine. */
  readonly dataDir: string;
}

/**
 * Connects to the machine and the box of this run for the tests of a file. The output of the machine is shown for a
 * test that fails.
 */
export const useMachineFixture = (): (() => MachineFixture) => {
  let world: MachineFixture | undefined;
  const the = (): MachineFixture => {
    if (world === undefined) throw new Error('not before the tests');
    return world;
  };
  beforeAll(async () => {
    const { machine, box } = inject('world');
    world = { machine: await openMachine(machine), owner: ownerOf(machine, box), dataDir: box.dataDir };
  });
  afterEach(async ({ task }) => {
    // The log is discarded with the machine.
    if (task.result?.state === 'fail')
      console.error((await the().machine.sh('tail -n 40 /tmp/host.log /tmp/box.log')).text);
  });
  afterAll(() => {
    world?.machine.close();
  });
  return the;
};

/** Cleans up what a failed test left, so that the next one is independent of it. */
export const releaseDisks = ({ machine, dataDir }: MachineFixture): Promise<unknown> =>
  machine.sh(`umount -q '${dataDir}'/usb[2-9]; mdadm -q --stop --scan; udevadm settle`);

/** Several disks, for a shell. */
const called = (serials: readonly string[]): string => serials.map((serial) => `$(disk ${serial})`).join(' ');
/** The built-in disks, for a shell. */
export const BUILT_IN = called(SATA);

/**
 * The current device name of a disk, as soon as it exists. It does not ask the box, which would query the health of
 * every disk.
 */
export const devOf = (machine: TestMachine, serial: string): Promise<string> => machine.must(`disk ${serial}`);

/** Two built-in disks that another system combines into a mirror. */
const FOREIGN_DISKS = called(SATA.slice(0, 2));

/** Creates a mirror of another system that is not used here, with a file on it. */
export const foreignMirror = (machine: TestMachine): Promise<string> =>
  machine.must(
    `wipefs -q -a ${FOREIGN_DISKS}; udevadm settle
     mdadm --create /dev/md77 --run --level=1 --raid-devices=2 --assume-clean --homehost=elsewhere --name=theirs ${FOREIGN_DISKS} || exit 1
     mkfs.ext4 -q -L Family /dev/md77 && mkdir -p /tmp/theirs && mount /dev/md77 /tmp/theirs || exit 1
     mkdir /tmp/theirs/Letters && echo 'Dear all' > /tmp/theirs/Letters/first.txt && umount /tmp/theirs
     udevadm settle; mdadm --stop /dev/md77; udevadm settle; mdadm --stop --scan; true`,
  );
/** Removes the mirror; its disks are free afterwards. */
export const removeForeignMirror = (machine: TestMachine): Promise<string> =>
  machine.must(
    `mdadm --stop --scan; mdadm --zero-superblock ${FOREIGN_DISKS} && wipefs -q -a ${FOREIGN_DISKS}; udevadm settle`,
  );
