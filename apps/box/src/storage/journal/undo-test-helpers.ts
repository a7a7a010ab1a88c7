/** A box whose operations are undone and redone. */
import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { callerFor, Refusal } from '../vault/index.ts';
import { type JournalChange, stampAt } from './journal.ts';
import { type JournalTestBox, testBox } from './journal-test-helpers.ts';

/** The box of the current test. */
export let box: JournalTestBox;
/** The last time that the box read. Each reading adds a second. */
export let time = 1_000_000;
export const ann = callerFor('ann');
export const HOME = '/mnt/usb1/ann';
export const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
export const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (failure: unknown) => (failure instanceof Refusal ? [failure.code, failure.info] : failure),
  );

/** Open files keep their inode when they are deleted, so that its number is not reused. */
let held: number[] = [];
export const hold = (path: string): void => {
  held.push(openSync(real(path), 'r'));
};
export const closeHeld = (): void => {
  for (const open of held) closeSync(open);
  held = [];
};

export const stamp = (path: string) => {
  const found = stampAt(real(path));
  if (found === null) throw new Error(`nothing at ${path}`);
  return found;
};
/** The operations as the services execute them: intent, execution, commit. */
export const acts = {
  file: (path: string, text: string) => writeFileSync(real(path), text),
  move: (pairs: readonly (readonly [string, string])[]) => {
    const changes = pairs.map(([from, to]): JournalChange => ({ kind: 'moved', from, to, stamp: stamp(from) }));
    const operation = box.journal.begin({ user: 'ann', action: pairs.length > 1 ? 'batch-rename' : 'move' }, changes);
    for (const [index, [from]] of pairs.entries()) renameSync(real(from), real(`${HOME}/tmp-${index}`));
    for (const [index, [, to]] of pairs.entries()) renameSync(real(`${HOME}/tmp-${index}`), real(to));
    operation.commit();
  },
  folder: (path: string) => {
    const operation = box.journal.begin({ user: 'ann', action: 'new-folder' }, [
      { kind: 'made-folder', path, stamp: null },
    ]);
    mkdirSync(real(path));
    operation.commit([{ kind: 'made-folder', path, stamp: stamp(path) }]);
  },
  create: (path: string, text: string) => {
    writeFileSync(real(path), text);
    box.journal.record({ user: 'ann', action: 'upload' }, [{ kind: 'created', path, stamp: stamp(path) }]);
  },
  trash: (path: string) => box.trash.put(ann, [path]),
};

/** Gives every test of the calling file a box of its own. */
export const setUpUndoBox = (): void => {
  beforeEach(() => {
    box = testBox(() => (time += 1000));
    mkdirSync(real(HOME), { recursive: true });
  });
  afterEach(() => {
    closeHeld();
    box.remove();
  });
};
