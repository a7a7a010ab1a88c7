/** Runs mutations at a box whose system calls are traced, and returns what was in the wrong order. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inviteTestUsers, OWNER, setUpOwner } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { Violation } from '../lib/syscalls/write-order.ts';
import { startTracedBox } from '../lib/syscalls/traced-box.ts';
import type { BoxMutation } from './mutation-context.ts';

const MEMORY = '/dev/shm';

/** A folder on a separate volume for `/mnt/extdev`; null where the machine has only one volume. */
const anotherVolume = (dataDir: string): string | null => {
  if (statSync(MEMORY, { throwIfNoEntry: false })?.dev === statSync(dataDir).dev) return null;
  const folder = mkdtempSync(join(MEMORY, 'boxwood-stick-'));
  mkdirSync(join(folder, 'stick'));
  symlinkSync(folder, join(dataDir, 'extdev'));
  return folder;
};

export interface TracedRun {
  readonly violations: readonly Violation[];
  /** The source lines that synced something, and the mutations in which they did. */
  readonly syncs: ReadonlyMap<string, readonly string[]>;
}

/** The name of the first mutation, which always runs: the box gets its owner and its users. */
export const SET_UP_NAME = 'the first start';

/** @param lost a source line whose sync is disabled */
export const traceMutations = async (acts: readonly BoxMutation[], lost = ''): Promise<TracedRun> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-order-'));
  const stick = anotherVolume(dataDir);
  const web = createServer((_, response) => response.setHeader('content-type', 'text/plain').end('from the web'));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  const box = await startTracedBox({ dataDir, withUsers: false, args: ['--allow-lan-downloads'] }, stick, lost);
  try {
    const syncs = new Map<string, string[]>();
    const note = (name: string): void => {
      for (const line of box.syncedLines()) syncs.set(line, [...(syncs.get(line) ?? []), name]);
    };
    note('the start');
    await box.markAction(SET_UP_NAME, ['clean']);
    await setUpOwner(box.origin, box.setupCode ?? '');
    // The account service notifies the box of its users a moment after its answer, and the box then creates their
    // folders.
    await box.markAction('', null);
    await inviteTestUsers(box.origin, box.usb1);
    await box.markAction('', null);
    note(SET_UP_NAME);
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
          await box.markAction(act.name, books);
          const result = await work();
          await box.markAction('', null);
          return result;
        },
      });
      note(act.name);
    }
    return { violations: await box.checkOrder(), syncs };
  } finally {
    web.close();
    await box.remove();
    for (const folder of [dataDir, `${dataDir}-config`, ...(stick === null ? [] : [stick])])
      rmSync(folder, { recursive: true, force: true });
  }
};
