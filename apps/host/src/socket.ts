/** The Unix socket, which only one user may open. */
import { chmodSync, chownSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { MOST_ASKED } from './protocol.ts';

/** Limit of concurrent connections; more are rejected. */
const MOST_CONNECTIONS = 32;
/** Timeout for reading a request and for sending a response, in ms. */
const PATIENCE_MS = 5000;

const END = 0x0a;

/** Reads and answers one request per connection; later data is ignored. */
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
    // Too long, or two requests at once: not a request of this protocol.
    const line = end === held.length - 1 && held.length <= MOST_ASKED ? held.toString('utf8', 0, end) : '';
    answer(line).then(say, (fault: unknown) => {
      onFault(fault);
      close();
    });
  };
  // A client that disconnects does not interrupt a running operation: an operation completes or fails, and is logged as
  // such.
  socket.on('error', close);
  socket.on('end', () => {
    if (held.indexOf(END) < 0) close();
  });
  socket.setTimeout(PATIENCE_MS, close);
  socket.on('data', read);
};

/**
 * Rejects a folder in which another user could replace the socket. Linux lets only those connect who may write to a
 * socket, which its mode and owner determine.
 */
const checkFolder = (folder: string): void => {
  const { uid, mode } = lstatSync(folder);
  if ((mode & 0o170_000) !== 0o040_000) throw new Error(`${folder} is not a folder.`);
  if (uid !== process.geteuid?.() || (mode & 0o022) !== 0)
    throw new Error(`Others than the user who runs this may write to ${folder}.`);
};

export interface Door {
  readonly path: string;
  /** The only user besides root who may connect. */
  readonly uid: number;
  readonly answer: (line: string) => Promise<object>;
  readonly onFault: (fault: unknown) => void;
}

/** Opens the socket. Resolves when it exists, belongs to the user, and accepts connections. */
export const openDoor = ({ path, uid, answer, onFault }: Door): Promise<void> => {
  checkFolder(dirname(path));
  // Removes a socket that a killed helper left. Anything else at this path stays, and makes `listen` fail.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true) rmSync(path);
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, answer, onFault));
  server.maxConnections = MOST_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Created without permissions and chowned later, so that no other user can ever connect.
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
