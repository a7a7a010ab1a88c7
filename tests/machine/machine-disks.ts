import { execFileSync } from 'node:child_process';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MB = 1024 * 1024;
/** The path of system programs. */
export const SYSTEM = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** How to create a disk before it is plugged in. */
export interface DiskOptions {
  readonly mb: number;
  readonly make: readonly string[];
  readonly bytesPerSecond?: number;
  readonly stays?: true;
}

/** Plugs disks in and pulls them. */
export interface DiskControl {
  plug(serial: string, file: string, made?: DiskOptions): Promise<void>;
  pull(serial: string): Promise<void>;
  close(): void;
}

/**
 * Serial numbers of the built-in disks, of {@link BUILT_IN_MB} each: four of SATA, and one of NVMe where the machine
 * supports it.
 */
export const SATA = ['SATA-1', 'SATA-2', 'SATA-3', 'SATA-4'] as const;
export const NVME = 'NVME-1';
const BUILT_IN_MB = 64;
/** The disk that stores the box's data. */
export const MAIN = 'MAIN';
const MAIN_MB = 2048;

/** The image file of a disk; created when it is missing. */
export const imageIn = (folder: string, serial: string, mb: number): string => {
  const file = join(folder, `${serial}.img`);
  if (!existsSync(file)) {
    writeFileSync(file, '');
    truncateSync(file, mb * MB);
  }
  return file;
};

/** Creates the image files of the built-in disks, each with its serial number. */
export const makeBuiltIn = (folder: string): readonly (readonly [serial: string, file: string])[] => {
  // No operation may touch this disk: its content is a canary.
  execFileSync('mkfs.ext4', ['-q', '-F', '-L', 'Canary', imageIn(folder, NVME, BUILT_IN_MB)], { env: SYSTEM });
  // A disk without a signature is read again at each inspection, which is half of the cost on an emulated machine.
  for (const serial of SATA)
    execFileSync('mkfs.ext4', ['-q', '-F', imageIn(folder, serial, BUILT_IN_MB)], { env: SYSTEM });
  imageIn(folder, MAIN, MAIN_MB);
  return [...SATA, NVME, MAIN].map((serial) => [serial, imageIn(folder, serial, 0)]);
};
