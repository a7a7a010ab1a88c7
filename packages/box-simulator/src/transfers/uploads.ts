import { randomUUID } from 'node:crypto';
import { ofBox } from '../box.ts';

/** An upload that was prepared and not yet confirmed. */
export class Upload {
  readonly uuid = randomUUID();
  readonly target: string;
  readonly size: number;
  #pieces: Uint8Array[] = [];

  constructor(target: string, size: number) {
    this.target = target;
    this.size = size;
  }

  /** The bytes received so far. */
  get held(): Uint8Array {
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    return whole;
  }

  truncate(length: number): void {
    this.#pieces = [this.held.subarray(0, length)];
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(Uint8Array.from(piece));
  }
}

class Uploads {
  readonly #open = new Map<string, Upload>();

  /** The open upload of this target and size, or a new one. */
  prepare(target: string, size: number): Upload {
    for (const [uuid, upload] of this.#open)
      if (upload.target === target) {
        if (upload.size === size) return upload;
        this.#open.delete(uuid);
      }
    const upload = new Upload(target, size);
    this.#open.set(upload.uuid, upload);
    return upload;
  }

  find(uuid: string): Upload | undefined {
    return this.#open.get(uuid);
  }

  /** The upload of a target, for a client that sends no uuid. */
  of(target: string): Upload | undefined {
    return [...this.#open.values()].find((upload) => upload.target === target);
  }

  close(upload: Upload): void {
    this.#open.delete(upload.uuid);
  }
}

export const uploads = ofBox(() => new Uploads());
