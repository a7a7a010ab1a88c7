/**
 * A user who lists folders during a flood. In a separate process: the one that makes the flood is busy, and would
 * measure itself.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BackgroundLister {
  /** Milliseconds of each listing, one after the other, while the work runs. */
  during(work: () => Promise<unknown>): Promise<readonly number[]>;
  leave(): void;
}

const isTimes = (message: unknown): message is readonly number[] =>
  Array.isArray(message) && message.every((one) => typeof one === 'number');

/** Signs in as a test user, who lists their own folder. */
export const startBackgroundLister = async (origin: string, user: string): Promise<BackgroundLister> => {
  const child = fork(fileURLToPath(new URL('_lister.ts', import.meta.url)), [origin, user]);
  await once(child, 'message');
  return {
    during: async (work) => {
      const begun = once(child, 'message');
      child.send('begin');
      await begun;
      const told = new Promise<unknown>((resolve) => child.once('message', resolve));
      await work();
      child.send('end');
      const times = await told;
      if (!isTimes(times)) throw new TypeError('no times were told');
      return times;
    },
    leave: () => {
      child.kill();
    },
  };
};
