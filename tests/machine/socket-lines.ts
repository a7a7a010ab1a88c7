import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Resolves with a connection once a Unix socket accepts it.
 * @param ended whether the machine has ended, so that nothing will ever listen
 */
export const connectWithRetry = async (path: string, ended = () => false): Promise<Socket> => {
  for (;;) {
    const socket = connect(path);
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (open) return socket;
    if (ended()) throw new Error('the machine did not start');
    await delay(50);
  }
};

/** Reads one line of a socket per call; rejects when the socket closes before a whole line. */
export const createLineReader = (socket: Socket, until: string): (() => Promise<string>) => {
  let held = '';
  let heard = (): void => undefined;
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
    heard();
  });
  socket.setEncoding('utf8').on('data', (piece: string) => {
    held += piece;
    heard();
  });
  return async () => {
    while (!held.includes(until)) {
      if (isClosed) throw new Error('the machine ended');
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    const at = held.indexOf(until);
    const found = held.slice(0, at);
    held = held.slice(at + until.length);
    return found;
  };
};
