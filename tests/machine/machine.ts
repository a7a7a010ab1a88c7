/** A machine of its own whose disks may come, go and fail. There are two kinds of them: `emulated.ts`, and `user-mode.ts`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatedDisks } from './emulated.ts';
import { openLine, reader } from './line.ts';
import { userModeDisks } from './user-mode.ts';

const MB = 1024 * 1024;
export const SYSTEM = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** What a command of the machine's shell ended with, and what it said. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

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
  /** From now on it is as fast as it can be. */
  hurry(serial: string): Promise<void>;
  close(): void;
}

/** A machine with Debian's kernel, over this machine's root: what is written there is forgotten. */
export interface TestMachine {
  /** Where its port 6901 answers here. */
  readonly deskPort: number;
  /** Runs a script as root; one after the other. */
  sh(script: string): Promise<Said>;
  /** The same, of which success is expected. */
  must(script: string): Promise<string>;
  /** Plugs a disk of so many MB in, made by a program here, or one that was pulled before; a slow one writes so many bytes a second, one that stays is built in. */
  plug(serial: string, made?: Made): Promise<void>;
  /** Pulls it, without a word to the machine. */
  pull(serial: string): Promise<void>;
  /** Lets a slow one write as fast as it can. */
  hurry(serial: string): Promise<void>;
  /** SHA-256 of every byte of a disk, read behind the machine's back. */
  digest(serial: string): string;
  /** When the machine last wrote anything to a disk, be it what was there. */
  written(serial: string): bigint;
  /** Ends this talk; the machine runs on. */
  close(): void;
}

/** Where a machine that runs is reached. */
export interface MachineAddress {
  /** `emulated` has SATA, NVMe, USB and chips; `user-mode` has disks of SCSI alone, and is four times as fast. */
  readonly kind: 'emulated' | 'user-mode';
  /** Where its port 6900 answers here. */
  readonly port: number;
  /** The same of its port 6901. */
  readonly deskPort: number;
  /** Of its disks, and of the sockets of its shell and its monitor. */
  readonly folder: string;
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

/** Talks to one that runs; one talk at a time. */
export const openMachine = async (address: MachineAddress): Promise<TestMachine> => {
  const { folder, deskPort } = address;
  const socket = await openLine(join(folder, 'shell'));
  const next = reader(socket, '\n');
  let last: Promise<unknown> = Promise.resolve();
  const sh = (script: string): Promise<Said> => {
    const said = last.then(async () => {
      socket.write(`${Buffer.from(script).toString('base64')}\n`);
      const [code = '', text = ''] = (await next()).split(' ');
      return { code: Number(code), text: Buffer.from(text, 'base64').toString().trimEnd() };
    });
    last = said;
    return said;
  };
  const must = async (script: string): Promise<string> => {
    const { code, text } = await sh(script);
    if (code !== 0) throw new Error(`${script}\nended with ${code}: ${text}`);
    return text;
  };
  const disks = address.kind === 'emulated' ? await emulatedDisks(folder) : userModeDisks(must);
  return {
    ...{ deskPort, sh, must },
    plug: async (serial, made) => {
      const file = imageIn(folder, serial, made?.mb ?? 0);
      const [program, ...args] = made?.make ?? [];
      if (program !== undefined) execFileSync(program, [...args, file], { stdio: 'ignore', env: SYSTEM });
      await disks.plug(serial, file, made);
    },
    pull: (serial) => disks.pull(serial),
    hurry: (serial) => disks.hurry(serial),
    digest: (serial) =>
      createHash('sha256')
        .update(readFileSync(imageIn(folder, serial, 0)))
        .digest('hex'),
    written: (serial) => statSync(imageIn(folder, serial, 0), { bigint: true }).mtimeNs,
    close: () => {
      socket.destroy();
      disks.close();
    },
  };
};
