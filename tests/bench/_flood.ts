/** Crowds that hold on to a server: connections from many addresses of this machine, and what goes over them. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A number out of /proc/<pid>/status, in megabytes or as it stands. */
export const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
export const memoryOf = (pid: number): number => statusOf(pid, 'VmRSS') / 1024;

/** Processes that a process has started and that still run. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

/** The largest of what is looked at again and again while something goes on. */
export const peakDuring = async (look: () => number, work: () => Promise<unknown>): Promise<number> => {
  let peak = look();
  const timer = setInterval(() => {
    peak = Math.max(peak, look());
  }, 20);
  await work().finally(() => {
    clearInterval(timer);
  });
  return Math.max(peak, look());
};

/** Milliseconds of each answer to a question that is asked again and again while something goes on. */
export const timesBeside = async (
  ask: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<readonly number[]> => {
  const times: number[] = [];
  let over = false;
  const working = work().finally(() => {
    over = true;
  });
  const isOver = (): boolean => over;
  do {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
    await delay(10);
  } while (!isOver());
  await working;
  return times;
};

export interface Crowd {
  readonly sockets: readonly Socket[];
  /** Sends to everybody; resolves when that has left, or they were cut off. */
  send(bytes: string | Buffer): Promise<void>;
  leave(): void;
}

/** So many connections, each from another address. */
export const gather = async (port: number, count: number): Promise<Crowd> => {
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const localAddress = `127.${1 + (at % 7)}.${1 + (at % 250)}.${1 + (at % 199)}`;
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      await Promise.race([once(socket, 'connect'), new Promise((resolve) => socket.once('close', resolve))]);
      return socket;
    }),
  );
  return {
    sockets,
    send: async (bytes) => {
      const sent = sockets.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => {
              resolve();
            });
            socket.write(bytes, () => {
              resolve();
            });
          }),
      );
      await Promise.race([Promise.all(sent), delay(5000)]);
    },
    leave: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
