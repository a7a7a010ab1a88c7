/** Runs mutations at a box whose system calls are traced, and returns what was in the wrong order. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inviteFamily, OWNER, setUpOwner } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';
import type { Violation } from '../lib/disk-order.ts';
import { startTracedBox } from '../lib/traced-box.ts';
import type { Act } from './acts.ts';

const MEMORY = '/dev/shm';

/** A folder on a separate volume for `/mnt/extdev`; null where the machine has only one volume. */
const anotherVolume = (dataDir: string): string | null => {
  if (statSync(MEMORY, { throwIfNoEntry: false })?.dev === statSync(dataDir).dev) return null;
  const folder = mkdtempSync(join(MEMORY, 'boxwood-stick-'));
  mkdirSync(join(folder, 'stick'));
  symlinkSync(folder, join(dataDir, 'extdev'));
  return folder;
};

export interface Watched {
  readonly violations: readonly Violation[];
  /** The source lines that synced something, and the mutations in which they did. */
  readonly syncs: ReadonlyMap<string, readonly string[]>;
}

/** The name of the first mutation, which always runs: the box gets its owner and its users. */
export const SET_UP = 'the first start';

/** @param lost a source line whose sync is disabled */
export const watchActs = async (acts: readonly Act[], lost = ''): Promise<Watched> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-order-'));
  const stick = anotherVolume(dataDir);
  const web = createServer((_, response) => response.setHeader('content-type', 'text/plain').end('from the web'));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  const box = await startTracedBox({ dataDir, family: false, args: ['--allow-lan-downloads'] }, stick, lost);
  try {
    const syncs = new Map<string, string[]>();
    const note = (name: string): void => {
      for (const line of box.syncsMet()) syncs.set(line, [...(syncs.get(line) ?? []), name]);
    };
    note('the start');
    await box.mark(SET_UP, ['clean']);
    await setUpOwner(box.origin, box.setupCode ?? '');
    // The account service notifies the box of its users a moment after its answer, and the box then creates their
    // folders.
    await box.mark('', null);
    await inviteFamily(box.origin, box.usb1);
    await box.mark('', null);
    note(SET_UP);
    const client = await signIn(box.origin, OWNER);
    for (const [index, act] of acts.entries()) {
      const own = `act ${index}`;
      await act.run({
        box,
        client,
        address: `http://127.0.0.1:${port}/page.txt`,
        wire: (name) => `/mnt/usb1/${OWNER}/${own}/${name}`,
        disk: (name) => join(box.usb1, OWNER, own, name),
        elsewhere: stick === null ? null : '/mnt/extdev/stick',
        step: async (books, work) => {
          await box.mark(act.name, books);
          const result = await work();
          await box.mark('', null);
          return result;
        },
      });
      note(act.name);
    }
    return { violations: await box.judged(), syncs };
  } finally {
    web.close();
    await box.remove();
    for (const folder of [dataDir, `${dataDir}-config`, ...(stick === null ? [] : [stick])])
      rmSync(folder, { recursive: true, force: true });
  }
};
