/** What a change at a box is given, and the steps of which changes consist. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BoxClient, NewTask } from '@boxwood/box-sdk';
import { uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER } from '../lib/box/box-process.ts';
import type { RequiredRecords } from '../lib/syscalls/write-order.ts';
import { waitForTask } from './invariants.ts';

export const NONE: RequiredRecords = [];
/** A change in progress: the intent is recorded before the files change, and the outcome can be read from the disk. */
export const CHANGE: RequiredRecords = ['first'];
/** A change whose outcome is also recorded before the answer. */
export const SETTLED: RequiredRecords = ['first', 'clean'];
/** The answer is a promise that is stored only in the database. */
export const PROMISE: RequiredRecords = ['noted'];
/** Recorded at the end and not before: a permanent removal needs no undo. */
export const AFTER: RequiredRecords = ['clean'];

export interface MutationContext {
  readonly box: BoxProcess;
  readonly client: BoxClient & { readonly token: string };
  /** Wire path and real path of a file in this mutation's own folder. */
  readonly wire: (name: string) => string;
  readonly disk: (name: string) => string;
  /** The wire path of a folder on another volume; null when there is none. */
  readonly elsewhere: string | null;
  /** The address of a file on the web. */
  readonly address: string;
  /** Runs one step of the mutation, which requires these records. */
  readonly step: <T>(books: RequiredRecords, work: () => Promise<T>) => Promise<T>;
}

export interface BoxMutation {
  readonly name: string;
  /** The names of the commands it calls. */
  readonly commands: readonly string[];
  readonly run: (desk: MutationContext) => Promise<void>;
}

export const SAFE_PASSWORD = 'tulip-42';

/** The smallest picture there is, a PNG. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const plant = (desk: MutationContext, name: string, data: Uint8Array | string = `${name}\n`): string => {
  mkdirSync(dirname(desk.disk(name)), { recursive: true });
  writeFileSync(desk.disk(name), data);
  return desk.wire(name);
};
/** The content id of a picture, as soon as the box has indexed it. */
export const waitInTimeline = async ({ client }: MutationContext, path: string): Promise<string> => {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const { list } = await client.photos.run({ start: 0, count: 1000 });
    const found = list.find((photo) => photo.path === path);
    if (found !== undefined) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} is not in the time line`);
};
/** A folder with this many files in a subfolder. */
export const plantTree = (desk: MutationContext, name: string, files: number): string => {
  for (let n = 0; n < files; n++) plant(desk, `${name}/inner/${n}.txt`);
  return desk.wire(name);
};
export const fill = (desk: MutationContext): string => {
  mkdirSync(desk.disk('to'), { recursive: true });
  return desk.wire('to');
};
/** Adds a task, and waits until it is done. */
export const perform = async (
  { client, step }: MutationContext,
  task: NewTask,
  books: RequiredRecords = CHANGE,
): Promise<void> => {
  let id = '';
  await step(books, async () => {
    ({ id } = await client.tasks.add(task));
    const { tb_state: state, tb_code: code, tb_msg: message } = await waitForTask(client, OWNER, id);
    if (state !== 1) throw new Error(`the task failed: ${code} ${message}`);
  });
};
const turn = async (
  { client, step }: MutationContext,
  direction: 'undo' | 'redo',
  books: RequiredRecords,
): Promise<void> => {
  await step(books, async () => {
    const { tasks } = await client.journal[direction]({ id: [] });
    for (const id of tasks) {
      const { tb_state: state, tb_code: code, tb_msg: message } = await waitForTask(client, OWNER, id);
      if (state !== 1) throw new Error(`${direction} failed: ${code} ${message}`);
    }
  });
};
/** Undo and redo. When bytes are moved these are tasks, whose end only the disk shows. */
export const back = async (desk: MutationContext, books: RequiredRecords = SETTLED): Promise<void> => {
  await turn(desk, 'undo', books);
  await turn(desk, 'redo', books);
};
export const source = (target: string, data: Buffer) => ({
  target,
  size: data.length,
  mtime: 1_700_000_000,
  read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});
export const upload = async ({ client, step }: MutationContext, target: string, data: Buffer): Promise<void> => {
  await step(CHANGE, async () => {
    const sent = await uploadFile(client, source(target, data));
    if (sent._tag === 'Left') throw new Error(JSON.stringify(sent.left));
  });
};
export const binned = async ({ client }: MutationContext, name: string): Promise<string> => {
  const { list } = await client.trash.list({ offset: 0, count: 500, order: '5', desc: 1 });
  const item = list.find(({ n }) => n === name);
  if (item === undefined) throw new Error(`${name} is not in the bin`);
  return item.id;
};
/** The safe of the owner, set up once and open in this session. */
export const openSafe = async ({ client }: MutationContext): Promise<void> => {
  const { set } = await client.safe.status({ username: OWNER });
  if (set === 0) await client.safe.setUp({ username: OWNER, password: SAFE_PASSWORD });
  else await client.safe.unlock({ username: OWNER, password: SAFE_PASSWORD });
};
export const refused = async (call: Promise<unknown>): Promise<void> => {
  const failed = await call.then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error('it was not refused');
};
export const CONTENT = randomBytes(300_000);
