import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** A TCP proxy to a box whose connections can be cut. */
export interface CuttableProxy {
  readonly origin: string;
  /**
   * Cuts every connection once this many more bytes have gone to the box (`up`) or come from it (`down`). Later
   * connections work again.
   */
  cutAfter(way: 'up' | 'down', bytes: number): void;
  close(): Promise<void>;
}

export const startCuttableProxy = async (port: number): Promise<CuttableProxy> => {
  let left: { readonly way: 'up' | 'down'; bytes: number } | null = null;
  const open = new Set<() => void>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const end = (): void => {
      near.destroy();
      far.destroy();
      open.delete(end);
    };
    open.add(end);
    for (const [way, from, to] of [
      ['up', near, far],
      ['down', far, near],
    ] as const) {
      from.on('error', end).on('close', end);
      from.on('data', (piece: Buffer) => {
        const rest = left?.way === way ? left : null;
        const passed = rest === null ? piece : piece.subarray(0, rest.bytes);
        if (rest !== null) rest.bytes -= passed.length;
        if (passed.length > 0 && !to.write(passed)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
        if (rest?.bytes !== 0) return;
        left = null;
        // Forwarded data arrives before the end does.
        to.end();
        for (const each of open) if (each !== end) each();
        from.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: (way, bytes) => {
      left = { way, bytes };
    },
    close: async () => {
      for (const end of open) end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
