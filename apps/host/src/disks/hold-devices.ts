import { closeSync, constants, openSync } from 'node:fs';
import type { OperationStep } from '../host-responses.ts';

const DEVICE_PREFIX = '/dev/';

/**
 * Opens every device in the arguments of the steps. While a device is open the kernel does not give its name to another
 * disk, even after it is pulled. So a name refers to the same disk, or to none, until the devices are released.
 * @returns a function that closes them
 */
export const holdDevices = (steps: readonly OperationStep[]): (() => void) => {
  const names = new Set(steps.flatMap(({ args }) => args.filter((arg) => arg.startsWith(DEVICE_PREFIX))));
  const opened: number[] = [];
  for (const name of names)
    try {
      opened.push(openSync(name, constants.O_RDONLY | constants.O_NONBLOCK));
    } catch {
      // A missing device is missing for the plan that follows as well.
    }
  return () => {
    for (const each of opened) closeSync(each);
  };
};
