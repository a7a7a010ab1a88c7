import type { IncomingMessage } from 'node:http';
import { freeChunk } from '../memory.ts';

/** How much of a refused body is read and discarded, in bytes and ms, so that the sender receives the response. */
const MAX_DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 15_000;

/**
 * Reads and discards the rest of a body. Closing a connection with unread bytes resets it, and the reset discards the
 * response at a sender that is still sending. Call it after the response.
 */
export const drainRequest = (request: IncomingMessage): void => {
  if (request.readableEnded || request.destroyed) return;
  let remaining = MAX_DRAIN_BYTES;
  const timer = setTimeout(() => request.destroy(), DRAIN_TIMEOUT_MS);
  request.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    freeChunk(chunk);
    if (remaining < 0) request.destroy();
  });
  request.on('error', () => undefined); // the sender disconnected; `close` follows
  // A request that was answered does not receive events of its connection.
  const { socket } = request;
  const cleanUp = (): void => {
    clearTimeout(timer);
    socket.off('close', cleanUp);
  };
  request.on('close', cleanUp);
  socket.on('close', cleanUp);
  request.resume();
};
