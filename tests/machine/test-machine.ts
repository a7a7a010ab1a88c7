/**
 * A virtual machine whose disks can be plugged, pulled and made to fail. There are two kinds: `emulated-machine.ts` and
 * `user-mode-machine.ts`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { imageIn, type DiskOptions, SYSTEM } from './machine-disks.ts';
import { emulatedDisks } from './emulated-machine.ts';
import { connectWithRetry, createLineReader } from './socket-lines.ts';
import type { MachineAddress } from './machine-image.ts';
import { userModeDisks } from './user-mode-machine.ts';

/** The exit status and output of a shell command on the machine. */
export interface CommandResult {
  readonly code: number;
  readonly text: string;
}

/** A machine with Debian's kernel over this host's root file system; its writes are discarded. */
export interface TestMachine {
  /** The local port that forwards to its port 6901. */
  readonly helperPort: number;
  /** Runs a script as root. Scripts run one after the other. */
  sh(script: string): Promise<CommandResult>;
  /** Like {@link sh}, but throws when the script fails. */
  must(script: string): Promise<string>;
  /**
   * Plugs a disk in: a new one of `mb` MB prepared by a program on this host, or one that was pulled before. A slow
   * disk is limited in bytes a second; one that `stays` is built in.
   */
  plug(serial: string, made?: DiskOptions): Promise<void>;
  /** Pulls the disk without notice. */
  pull(serial: string): Promise<void>;
  /** SHA-256 of every byte of a disk, read from its image file. */
  digest(serial: string): string;
  /** When the machine last wrote to a disk, even if the content did not change. */
  written(serial: string): bigint;
  /** Ends this connection; the machine keeps running. */
  close(): void;
}

/** Connects to a running machine. It accepts one connection at a time. */
export const openMachine = async (address: MachineAddress): Promise<TestMachine> => {
  const { folder, helperPort } = address;
  const socket = await connectWithRetry(join(folder, 'shell'));
  const next = createLineReader(socket, '\n');
  let last: Promise<unknown> = Promise.resolve();
  const sh = (script: string): Promise<CommandResult> => {
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
    helperPort,
    sh,
    must,
    plug: async (serial, made) => {
      const file = imageIn(folder, serial, made?.mb ?? 0);
      const [program, ...args] = made?.make ?? [];
      if (program !== undefined) execFileSync(program, [...args, file], { stdio: 'ignore', env: SYSTEM });
      await disks.plug(serial, file, made);
    },
    pull: (serial) => disks.pull(serial),
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
