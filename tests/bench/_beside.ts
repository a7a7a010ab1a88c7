/** Somebody who is there while a flood goes on. In a process of their own: who makes a flood is busy with it, and would measure itself. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Lister {
  /** Milliseconds of each of their listings, one after the other, while something goes on. */
  during(work: () => Promise<unknown>): Promise<readonly number[]>;
  leave(): void;
}

const isTimes = (message: unknown): message is readonly number[] =>
  Array.isArray(message) && message.every((one) => typeof one === 'number');

/** Signs in as somebody of the family; they list their own folder. */
export const startLister = async (origin: string, user: string): Promise<Lister> => {
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
