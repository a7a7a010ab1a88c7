import { execFileSync } from 'node:child_process';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MB = 1024 * 1024;
/** Where programs of the system are. */
export const SYSTEM = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** A disk before it is plugged in. */
export interface Made {
  readonly mb: number;
  readonly make: readonly string[];
  readonly bytesPerSecond?: number;
  readonly stays?: true;
}

/** Plugs disks in and pulls them. */
export interface Disks {
  plug(serial: string, file: string, made?: Made): Promise<void>;
  pull(serial: string): Promise<void>;
  close(): void;
}

/** Serial numbers of disks that are built in, of {@link BUILT_IN_MB}: four of SATA, and one of NVMe, where the machine has such. */
export const SATA = ['SATA-1', 'SATA-2', 'SATA-3', 'SATA-4'] as const;
export const NVME = 'NVME-1';
const BUILT_IN_MB = 64;
/** The one that the box lives on. */
export const MAIN = 'MAIN';
const MAIN_MB = 2048;

/** The file that is a disk; made where there is none. */
export const imageIn = (folder: string, serial: string, mb: number): string => {
  const file = join(folder, `${serial}.img`);
  if (!existsSync(file)) {
    writeFileSync(file, '');
    truncateSync(file, mb * MB);
  }
  return file;
};

/** Makes the files of what is built in, each with its serial number. */
export const makeBuiltIn = (folder: string): readonly (readonly [serial: string, file: string])[] => {
  // What must not change is written on the one that nobody is told to touch.
  execFileSync('mkfs.ext4', ['-q', '-F', '-L', 'Canary', imageIn(folder, NVME, BUILT_IN_MB)], { env: SYSTEM });
  // A disk without anything on it is read anew at each look, which is half of what a look costs where it is emulated.
  for (const serial of SATA)
    execFileSync('mkfs.ext4', ['-q', '-F', imageIn(folder, serial, BUILT_IN_MB)], { env: SYSTEM });
  imageIn(folder, MAIN, MAIN_MB);
  return [...SATA, NVME, MAIN].map((serial) => [serial, imageIn(folder, serial, 0)]);
};
