import type { IncomingMessage } from 'node:http';
import { letGo } from '../memory.ts';

/** What a refused sender still sends is thrown away as it comes, so that the answer is heard; so many bytes and milliseconds long. */
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_MS = 15_000;

/** A connection closed with bytes unread is reset, and a reset takes the answer from a sender that is still sending. Call it after the answer. */
export const drain = (request: IncomingMessage): void => {
  if (request.readableEnded || request.destroyed) return;
  let left = DRAIN_BYTES;
  const late = setTimeout(() => request.destroy(), DRAIN_MS);
  request.on('data', (piece: Buffer) => {
    left -= piece.length;
    letGo(piece);
    if (left < 0) request.destroy();
  });
  request.on('error', () => undefined); // the sender left; `close` follows
  // A request that was answered hears no more of its connection.
  const { socket } = request;
  const over = (): void => {
    clearTimeout(late);
    socket.off('close', over);
  };
  request.on('close', over);
  socket.on('close', over);
  request.resume();
};
