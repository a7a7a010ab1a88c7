/** The Unix socket, which only one user may open. */
import { chmodSync, chownSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { MAX_REQUEST_BYTES } from './protocol.ts';

/** Limit of concurrent connections; more are rejected. */
const MAX_CONNECTIONS = 32;
/** Timeout for reading a request and for sending a response, in ms. */
const IO_TIMEOUT_MS = 5000;

const NEWLINE = 0x0a;

/** Reads and answers one request per connection; later data is ignored. */
const serve = (socket: Socket, handle: (line: string) => Promise<object>, onFault: (fault: unknown) => void): void => {
  let received: Buffer = Buffer.alloc(0);
  const close = (): void => {
    socket.destroy();
  };
  const send = (reply: object): void => {
    socket.setTimeout(IO_TIMEOUT_MS, close);
    socket.end(`${JSON.stringify(reply)}\n`, close);
  };
  const read = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf(NEWLINE);
    if (end < 0 && received.length < MAX_REQUEST_BYTES) return;
    socket.off('data', read);
    socket.resume();
    socket.setTimeout(0);
    // Too long, or two requests at once: not a request of this protocol.
    const line =
      end === received.length - 1 && received.length <= MAX_REQUEST_BYTES ? received.toString('utf8', 0, end) : '';
    handle(line).then(send, (fault: unknown) => {
      onFault(fault);
      close();
    });
  };
  // A client that disconnects does not interrupt a running operation: an operation completes or fails, and is logged as
  // such.
  socket.on('error', close);
  socket.on('end', () => {
    if (received.indexOf(NEWLINE) < 0) close();
  });
  socket.setTimeout(IO_TIMEOUT_MS, close);
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
    throw new Error(`Users other than the one who runs this can write to ${folder}.`);
};

export interface SocketOptions {
  readonly path: string;
  /** The only user besides root who may connect. */
  readonly uid: number;
  readonly handle: (line: string) => Promise<object>;
  readonly onFault: (fault: unknown) => void;
}

/** Opens the socket. Resolves when it exists, belongs to the user, and accepts connections. */
export const openSocket = ({ path, uid, handle, onFault }: SocketOptions): Promise<void> => {
  checkFolder(dirname(path));
  // Removes a socket that a killed helper left. Anything else at this path stays, and makes `listen` fail.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true) rmSync(path);
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, handle, onFault));
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Created without permissions and chowned later, so that no other user can ever connect.
    const previousUmask = process.umask(0o777);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      if (uid !== process.geteuid?.()) chownSync(path, uid, -1);
      server.off('error', reject);
      server.on('error', onFault);
      resolve();
    });
    process.umask(previousUmask);
  });
};
