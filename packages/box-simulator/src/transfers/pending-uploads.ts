import { randomUUID } from 'node:crypto';
import { stateOfBox } from '../box-state.ts';

/** An upload that was prepared and not yet confirmed. */
export class PendingUpload {
  readonly uuid = randomUUID();
  readonly target: string;
  readonly size: number;
  #chunks: Uint8Array[] = [];

  constructor(target: string, size: number) {
    this.target = target;
    this.size = size;
  }

  /** The bytes received so far. */
  get received(): Uint8Array {
    const whole = Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }

  truncate(length: number): void {
    this.#chunks = [this.received.subarray(0, length)];
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(Uint8Array.from(chunk));
  }
}

class PendingUploads {
  readonly #open = new Map<string, PendingUpload>();

  /** The open upload of this target and size, or a new one. */
  prepare(target: string, size: number): PendingUpload {
    for (const [uuid, upload] of this.#open)
      if (upload.target === target) {
        if (upload.size === size) return upload;
        this.#open.delete(uuid);
      }
    const upload = new PendingUpload(target, size);
    this.#open.set(upload.uuid, upload);
    return upload;
  }

  find(uuid: string): PendingUpload | undefined {
    return this.#open.get(uuid);
  }

  /** The upload of a target, for a client that sends no uuid. */
  findByTarget(target: string): PendingUpload | undefined {
    return [...this.#open.values()].find((upload) => upload.target === target);
  }

  close(upload: PendingUpload): void {
    this.#open.delete(upload.uuid);
  }
}

export const uploads = stateOfBox(() => new PendingUploads());
