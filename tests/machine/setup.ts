import type { TestProject } from 'vitest/node';
import { type BoxAddress, startBoxOn } from './household.ts';
import { type MachineAddress, openMachine, startMachine } from './machine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly world: { readonly machine: MachineAddress; readonly box: BoxAddress };
  }
}

/** One machine, and one box on it, for every file of this tier. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const [address, stop] = await startMachine();
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
