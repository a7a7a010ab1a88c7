/** A machine of its own whose disks may come, go and fail. There are two kinds of them: `emulated.ts`, and `user-mode.ts`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { imageIn, type Made, SYSTEM } from './disks.ts';
import { emulatedDisks } from './emulated.ts';
import { openLine, reader } from './line.ts';
import type { MachineAddress } from './parts.ts';
import { userModeDisks } from './user-mode.ts';

/** What a command of the machine's shell ended with, and what it said. */
export interface Said {
  readonly code: number;
  readonly text: string;
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
  /** SHA-256 of every byte of a disk, read behind the machine's back. */
  digest(serial: string): string;
  /** When the machine last wrote anything to a disk, be it what was there. */
  written(serial: string): bigint;
  /** Ends this talk; the machine runs on. */
  close(): void;
}

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
