/** The one door: a Unix socket that one user may open. */
import { chmodSync, chownSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { MOST_ASKED } from './protocol.ts';

/** Connections at a time; whoever comes beyond them is not let in. */
const MOST_CONNECTIONS = 32;
/** A question has to be there, and an answer taken, after this time. */
const PATIENCE_MS = 5000;

const END = 0x0a;

/** One question is read from a connection, and answered; what comes after it is not read. */
const serve = (socket: Socket, answer: (line: string) => Promise<object>, onFault: (fault: unknown) => void): void => {
  let held: Buffer = Buffer.alloc(0);
  const close = (): void => {
    socket.destroy();
  };
  const say = (reply: object): void => {
    socket.setTimeout(PATIENCE_MS, close);
    socket.end(`${JSON.stringify(reply)}\n`, close);
  };
  const read = (piece: Buffer): void => {
    held = Buffer.concat([held, piece]);
    const end = held.indexOf(END);
    if (end < 0 && held.length < MOST_ASKED) return;
    socket.off('data', read);
    socket.resume();
    socket.setTimeout(0);
    // Too long, or two at once: no question of this protocol.
    const line = end === held.length - 1 && held.length <= MOST_ASKED ? held.toString('utf8', 0, end) : '';
    answer(line).then(say, (fault: unknown) => {
      onFault(fault);
      close();
    });
  };
  // Whoever goes away while an act runs does not end it: an act is whole or failed, and is written down as such.
  socket.on('error', close);
  socket.on('end', () => {
    if (held.indexOf(END) < 0) close();
  });
  socket.setTimeout(PATIENCE_MS, close);
  socket.on('data', read);
};

/**
 * Refuses a folder in which somebody else could put another socket in place of this one. Whoever may write to a socket may connect to it, and nobody
 * else: that is what its mode and its owner say, and Linux keeps to it.
 */
const checkFolder = (folder: string): void => {
  const { uid, mode } = lstatSync(folder);
  if ((mode & 0o170_000) !== 0o040_000) throw new Error(`${folder} is not a folder.`);
  if (uid !== process.geteuid?.() || (mode & 0o022) !== 0)
    throw new Error(`Others than the user who runs this may write to ${folder}.`);
};

export interface Door {
  readonly path: string;
  /** The only user who may connect, beside root. */
  readonly uid: number;
  readonly answer: (line: string) => Promise<object>;
  readonly onFault: (fault: unknown) => void;
}

/** Resolves when the socket is there, belongs to that user, and takes connections. */
export const openDoor = ({ path, uid, answer, onFault }: Door): Promise<void> => {
  checkFolder(dirname(path));
  // One that a killed helper left. Anything but a socket stays, and is in the way.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true) rmSync(path);
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, answer, onFault));
  server.maxConnections = MOST_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Made without a right for anybody, and given away after that: there is no moment in which somebody else may connect.
    const before = process.umask(0o777);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      if (uid !== process.geteuid?.()) chownSync(path, uid, -1);
      server.off('error', reject);
      server.on('error', onFault);
      resolve();
    });
    process.umask(before);
  });
};
