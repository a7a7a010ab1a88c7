import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The root of the workspace, on this host and in each machine. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A word of a shell command: a path may contain spaces. */
export const shellQuoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** A path as a parameter of the kernel, which splits its parameters at spaces. */
export const pathParameter = (name: string, path: string): string =>
  `boxwood.${name}=${Buffer.from(path).toString('base64')}`;
/** The parameter that tells the machine where the workspace is. */
export const cloneParameter = pathParameter('root', root);

/** The address of a running machine. */
export interface MachineAddress {
  /** `emulated` has SATA, NVMe, USB and chips; `user-mode` only has SCSI disks, and is four times as fast. */
  readonly kind: 'emulated' | 'user-mode';
  /** The local port that forwards to its port 6900. */
  readonly port: number;
  /** The local port that forwards to its port 6901. */
  readonly helperPort: number;
  /** The folder of its disks, and of the sockets of its shell and its monitor. */
  readonly folder: string;
}

/** The kernel and initial RAM disk of a kind of machine, as `scripts/lib/machine.mjs` creates them. */
export const findMachineImage = (
  kind: MachineAddress['kind'],
): { readonly kernel: string; readonly initrd: string } => {
  const script = `const{ensureMachine}=await import(${JSON.stringify(pathToFileURL(join(root, 'scripts/lib/machine.mjs')).href)});console.log(JSON.stringify(ensureMachine()?.[${JSON.stringify(kind)}]??{}))`;
  const found: unknown = JSON.parse(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  const text = (name: string): string => String(Reflect.get(Object(found), name));
  if (!existsSync(text('kernel'))) throw new Error('The test machine cannot run here.');
  return { kernel: text('kernel'), initrd: text('initrd') };
};
