import { closeSync, constants, openSync } from 'node:fs';
import type { Step } from '../protocol.ts';

const DEVICES = '/dev/';

/**
 * Opens every device that a step is given. As long as one is open its name is nobody else's, also when it is pulled: the kernel gives a name away
 * when the last who has it open lets go. What is there under a name after this stays there until it is let go of, or nothing does.
 * @returns lets go of them
 */
export const holdDevices = (steps: readonly Step[]): (() => void) => {
  const names = new Set(steps.flatMap(({ args }) => args.filter((arg) => arg.startsWith(DEVICES))));
  const opened: number[] = [];
  for (const name of names)
    try {
      opened.push(openSync(name, constants.O_RDONLY | constants.O_NONBLOCK));
    } catch {
      // One that is not there is not there for the plan that is made after this either.
    }
  return () => {
    for (const each of opened) closeSync(each);
  };
};
