import type { IncomingMessage } from 'node:http';
import { letGo } from '../memory.ts';

/** How much of a refused body is read and discarded, in bytes and ms, so that the sender receives the response. */
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_MS = 15_000;

/**
 * Reads and discards the rest of a body. Closing a connection with unread bytes resets it, and the reset discards the
 * response at a sender that is still sending. Call it after the response.
 */
export const drain = (request: IncomingMessage): void => {
  if (request.readableEnded || request.destroyed) return;
  let left = DRAIN_BYTES;
  const late = setTimeout(() => request.destroy(), DRAIN_MS);
  request.on('data', (piece: Buffer) => {
    left -= piece.length;
    letGo(piece);
    if (left < 0) request.destroy();
  });
  request.on('error', () => undefined); // the sender disconnected; `close` follows
  // A request that was answered does not receive events of its connection.
  const { socket } = request;
  const over = (): void => {
    clearTimeout(late);
    socket.off('close', over);
  };
  request.on('close', over);
  socket.on('close', over);
  request.resume();
};
