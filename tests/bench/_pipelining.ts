/** Clients that send requests without waiting for the responses, beside users who list, upload and watch a film. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackgroundLister } from './_background-lister.ts';
import { openConnections } from './_flood.ts';

const CONNECTIONS = 20;
const REQUESTS = 20_000;

/** A port that no program uses. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

export interface PipeliningResult {
  /** Milliseconds of each listing. */
  readonly listings: readonly number[];
  /** Finished runs of the other work. */
  readonly finished: number;
}

/** Repeats `work` and lists folders for `ms`, while 20 connections send 20,000 requests each without waiting. */
export const measurePipelining = async (
  lister: BackgroundLister,
  port: number,
  ms: number,
  work: () => Promise<unknown>,
): Promise<PipeliningResult> => {
  const crowd = await openConnections(port, CONNECTIONS);
  for (const socket of crowd.sockets) {
    socket.resume();
    socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`.repeat(REQUESTS));
  }
  let finished = 0;
  const listings = await lister.during(async () => {
    const end = performance.now() + ms;
    while (performance.now() < end) {
      await work();
      finished += 1;
    }
  });
  crowd.leave();
  await delay(100);
  return { listings, finished };
};
