import type { TestProject } from 'vitest/node';
import { startEmulated } from './emulated.ts';
import { type BoxAddress, startBoxOn } from './household.ts';
import { openMachine } from './machine.ts';
import type { MachineAddress } from './parts.ts';
import { startUserMode } from './user-mode.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly world: { readonly machine: MachineAddress; readonly box: BoxAddress };
  }
}

/** What needs no bus and no chip is told to the faster machine; where there cannot be one, to the emulated one as well. */
const start = async (folder: string): ReturnType<typeof startEmulated> => {
  if (folder === 'hardware') return startEmulated();
  try {
    // Two of them may run at once.
    return await startUserMode(folder === 'kernel' ? 1 : 2);
  } catch (fault) {
    console.error('No machine in user mode here, so all is emulated:', fault);
    return startEmulated();
  }
};

/** One machine, and one box on it, for every file of a folder. */
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
