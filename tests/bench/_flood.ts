/** Many connections that occupy a server, from many addresses of this machine, and the traffic over them. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A number from /proc/<pid>/status: in megabytes, or unchanged. */
export const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
export const memoryOf = (pid: number): number => statusOf(pid, 'VmRSS') / 1024;

/** The running child processes of a process. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

/** The largest value polled while work runs. */
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

/** Milliseconds of each answer to a request that is repeated while work runs. */
export const measureLatencyDuring = async (
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

export interface FloodConnections {
  readonly sockets: readonly Socket[];
  /** Sends to all connections; resolves when the data has left, or they were closed. */
  send(bytes: string | Buffer): Promise<void>;
  leave(): void;
}

/** Opens this many connections, each from another address. */
export const openConnections = async (port: number, count: number): Promise<FloodConnections> => {
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
