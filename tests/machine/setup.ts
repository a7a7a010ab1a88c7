import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmulated } from './emulated-machine.ts';
import { type BoxAddress, startBoxOn } from './box-on-machine.ts';
import { openMachine } from './test-machine.ts';
import type { MachineAddress } from './machine-image.ts';
import { startUserMode } from './user-mode-machine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly world: { readonly machine: MachineAddress; readonly box: BoxAddress };
  }
}

/** Tests that need no bus and no chip run on the faster machine, or on an emulated one where that is not available. */
const start = async (folder: string): ReturnType<typeof startEmulated> => {
  // `npm test` has said why (scripts/lib/machine.mjs).
  if (folder === 'hardware' || process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) return startEmulated();
  try {
    // Two machines may run at once.
    return await startUserMode(folder === 'kernel' ? 1 : 2);
  } catch (fault) {
    console.error('User-mode Linux does not run here, so the machine is emulated:', fault);
    return startEmulated();
  }
};

/** One machine with one box, shared by all files of a folder. */
export default async ({ name, provide }: TestProject): Promise<() => Promise<void>> => {
  const [address, stop] = await start(name);
  try {
    const machine = await openMachine(address);
    const [box, remove] = await startBoxOn(machine);
    machine.close();
    provide('world', { machine: address, box });
    return async () => {
      await stop();
      remove();
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
