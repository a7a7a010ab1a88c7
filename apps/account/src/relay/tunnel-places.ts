import type { Duplex } from 'node:stream';
import { connectionsFor, RESERVED_FILES } from '../http/connection-limits.ts';

const MEBIBYTE = 1024 * 1024;
/** Memory that an idle tunnel occupies, in bytes, with a margin: about 19 KiB were measured, and 87 KiB with TLS. */
const TUNNEL_BYTES = 32 * 1024;
const TLS_TUNNEL_BYTES = 96 * 1024;

/**
 * The number of tunnels for a limit of open files: three quarters of what the connections leave. The last quarter is
 * for the files that requests open.
 */
export const tunnelsFor = (files: number): number =>
  Math.max(1, Math.floor(((files - RESERVED_FILES - connectionsFor(files)) * 3) / 4));

export interface TunnelPlacesOptions {
  readonly maxTunnels: number;
  /** Memory for idle tunnels, in MiB. */
  readonly maxMemory: number;
}

/**
 * The connections that boxes hold as tunnels, one for each box. They have a limit of their own, because a tunnel is
 * idle most of the time, and a pool of ordinary connections evicts idle ones first. No tunnel is evicted for another
 * box, which would only dial again.
 */
export class TunnelPlaces {
  readonly #options: TunnelPlacesOptions;
  readonly #held = new Map<string, { readonly socket: Duplex; readonly bytes: number }>();
  #bytes = 0;

  constructor(options: TunnelPlacesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * Gives a place to the connection of a box until it closes. An earlier connection of the box is closed: the box has
   * reconnected before that one was detected as dead. Returns false when all places are occupied by other boxes.
   */
  take(boxId: string, socket: Duplex): boolean {
    const bytes = 'encrypted' in socket ? TLS_TUNNEL_BYTES : TUNNEL_BYTES;
    const earlier = this.#held.get(boxId);
    const { maxTunnels, maxMemory } = this.#options;
    if (earlier === undefined && this.#held.size >= maxTunnels) return false;
    if (this.#bytes - (earlier?.bytes ?? 0) + bytes > maxMemory * MEBIBYTE) return false;
    if (earlier !== undefined) {
      this.#release(boxId, earlier.socket);
      earlier.socket.destroy();
    }
    this.#held.set(boxId, { socket, bytes });
    this.#bytes += bytes;
    socket.once('close', () => {
      this.#release(boxId, socket);
    });
    return true;
  }

  /** Closes the connections of all boxes. */
  close(): void {
    for (const { socket } of this.#held.values()) socket.destroy();
  }

  #release(boxId: string, socket: Duplex): void {
    const place = this.#held.get(boxId);
    if (place?.socket !== socket) return;
    this.#held.delete(boxId);
    this.#bytes -= place.bytes;
  }
}
