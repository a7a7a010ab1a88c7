import type { BoxProcess } from '../lib/box/box-process.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';

const ARGS = ['--allow-lan-downloads'];

/** The box of the spec file that a worker runs: each file begins with a new one, on the same port. */
export class SpecBox {
  #box: BoxProcess | undefined;
  #file = '';

  async acquire(file: string): Promise<BoxProcess> {
    if (this.#box !== undefined && this.#file === file) return this.#box;
    const port = this.#box?.port;
    await this.close();
    this.#file = file;
    this.#box = await this.#start(port);
    return this.#box;
  }

  /** With the same address the reusable page stays. The port may have been taken since. */
  async #start(port: number | undefined): Promise<BoxProcess> {
    if (port !== undefined)
      try {
        return await startBoxProcess({ args: [...ARGS, '--port', String(port)] });
      } catch {
        // The next box takes any port.
      }
    return startBoxProcess({ args: ARGS });
  }

  async close(): Promise<void> {
    const box = this.#box;
    this.#box = undefined;
    await box?.remove();
  }
}
