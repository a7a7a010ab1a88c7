/**
 * An undo that fails halfway because another program changes the files: everything is rolled back and no file stays
 * hidden.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerFor, type Location, Refusal } from '../vault/index.ts';
import { type JournalChange, stampAt } from './journal.ts';
import { type JournalTestBox, testBox } from './journal-test-helpers.ts';

let box: JournalTestBox;
let time = 1_000_000;
const ann = callerFor('ann');
const HOME = '/mnt/usb1/ann';
const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
const home = (name: string) => real(`${HOME}/${name}`);

beforeEach(() => {
  box = testBox(() => (time += 1000));
  mkdirSync(real(HOME), { recursive: true });
});
afterEach(() => box.remove());

/** Content of each name in the home folder. */
const held = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(real(HOME))
      .sort()
      .map((name) => [name, readFileSync(home(name), 'utf8')]),
  );
const hidden = (): readonly string[] => readdirSync(real('/mnt/usb1/.boxwood'));
/** A batch rename that was executed and recorded. */
const renamed = (pairs: Readonly<Record<string, string>>): number => {
  for (const from of Object.keys(pairs)) writeFileSync(home(from), from);
  const changes = Object.entries(pairs).map(([from, to]): JournalChange => {
    const stamp = stampAt(home(from));
    if (stamp === null) throw new Error(from);
    return { kind: 'moved', from: `${HOME}/${from}`, to: `${HOME}/${to}`, stamp };
  });
  const operation = box.journal.begin({ user: 'ann', action: 'batch-rename' }, changes);
  for (const from of Object.keys(pairs)) renameSync(home(from), home(`tmp-${from}`));
  for (const [from, to] of Object.entries(pairs)) renameSync(home(`tmp-${from}`), home(to));
  operation.commit();
  return operation.id;
};
/** Another program interferes before the box's move with this number. */
const beforeMove = (count: number, act: (from: Location, to: Location) => void): void => {
  const move = box.vault.move.bind(box.vault);
  let at = 0;
  box.vault.move = (from, to) => {
    at += 1;
    if (at === count) act(from, to);
    return move(from, to);
  };
};
const refusal = async (): Promise<unknown> =>
  box.undo.undo(ann, null).then(
    () => 'done',
    (failure: unknown) => (failure instanceof Refusal ? [failure.code, failure.info] : failure),
  );

describe('an undo that fails in the middle', () => {
  it('is on record before the first file moves', async () => {
    const id = renamed({ a: 'c' });
    const states: unknown[] = [];
    beforeMove(1, () => states.push(box.journal.get(id)?.state));
    await box.undo.undo(ann, null);
    expect(states).toEqual(['undoing']);
    expect(box.journal.get(id)?.state).toBe('undone');
  });

  it('takes back the steps that it had taken', async () => {
    const id = renamed({ a: 'c', b: 'd' });
    beforeMove(2, (_, to) => {
      writeFileSync(home(to.name), 'of somebody else');
    });
    expect(await refusal()).toEqual([3, 'EEXIST']);
    expect(held()).toEqual({ a: 'of somebody else', c: 'a', d: 'b' });
    expect(box.journal.get(id)).toMatchObject({ state: 'blocked', reason: 'EEXIST' });
    renameSync(home('a'), home('away'));
    await box.undo.undo(ann, id);
    expect(held()).toEqual({ a: 'a', away: 'of somebody else', b: 'b' });
  });

  it('says that it is half done when not even that is possible', async () => {
    const id = renamed({ a: 'c', b: 'd' });
    beforeMove(2, (_, to) => {
      writeFileSync(home(to.name), 'of somebody else');
      writeFileSync(home('d'), 'of somebody else');
    });
    expect(await refusal()).toEqual([3, 'half']);
    expect(held()).toEqual({ a: 'of somebody else', b: 'b', c: 'a', d: 'of somebody else' });
    expect(box.journal.get(id)).toMatchObject({ state: 'blocked', reason: 'half' });
  });

  it.each([
    [new Refusal(3, 'EIO'), 'EIO'],
    [new Refusal(3), 'failed'],
    [new Error('a fault'), 'failed'],
  ])('says why, as far as that is known: %s', async (failure, reason) => {
    const id = renamed({ a: 'c' });
    beforeMove(1, () => {
      throw failure;
    });
    expect(await refusal()).toEqual([3, reason]);
    expect(box.journal.get(id)).toMatchObject({ state: 'blocked', reason });
    expect(held()).toEqual({ c: 'a' });
  });

  it('does not try for ever to give a name back where no move works any more', async () => {
    renamed({ a: 'b', b: 'a' });
    const move = box.vault.move.bind(box.vault);
    let moves = 0;
    box.vault.move = (from, to) => {
      moves += 1;
      return moves < 3 ? move(from, to) : Promise.reject(new Refusal(3, 'EIO'));
    };
    expect(await refusal()).toEqual([3, 'EIO']);
    expect(moves).toBeLessThan(9);
  });

  it.each([1, 2, 3, 4])(
    'names that trade places: a name taken before move %i leaves both where they were',
    async (count) => {
      renamed({ a: 'b', b: 'a' });
      const before = held();
      beforeMove(count, (_, to) => {
        mkdirSync(join(box.root, 'usb1', ...to.below.slice(0, -1)), { recursive: true });
        writeFileSync(join(box.root, 'usb1', ...to.below), 'of somebody else');
      });
      const outcome = await refusal();
      const { a, b, a_copy: aside, b_copy: beside } = held();
      const kept = [a, b, aside, beside].filter((text) => text !== undefined && text !== 'of somebody else');
      expect(kept.sort()).toEqual(['a', 'b']);
      if (count > 2) {
        expect(outcome).toEqual([3, 'EEXIST']);
        expect(hidden()).toEqual([]);
        // Each file has its name, unless another program occupies it.
        expect([a, aside]).toContain(before['a']);
        expect([b, beside]).toContain(before['b']);
      }
    },
  );
});

describe('a power cut in the middle of a move, with both names on the disk', () => {
  it('an intent to move, to delete or to restore is finished: the file has its new name alone', async () => {
    const { linkSync, existsSync } = await import('node:fs');
    const plant = (name: string) => {
      writeFileSync(home(name), name);
      const stamp = stampAt(home(name));
      if (stamp === null) throw new Error(name);
      return stamp;
    };
    const moved = plant('moved');
    box.journal.begin({ user: 'ann', action: 'move' }, [
      { kind: 'moved', from: `${HOME}/moved`, to: `${HOME}/there`, stamp: moved },
    ]);
    linkSync(home('moved'), home('there'));

    plant('binned');
    await box.trash.put(ann, [`${HOME}/binned`]);
    const [binned] = box.trash.list(ann);
    const [operation] = box.journal.list('ann', 0, 1);
    if (binned === undefined || operation === undefined) throw new Error('nothing in the bin');
    linkSync(home(`.Trash/${binned.id}`), home('binned'));
    box.database.exec(`update journal set state = 'intent' where id = ${operation.id}`);
    await box.undo.recover();
    expect([existsSync(home('moved')), readFileSync(home('there'), 'utf8')]).toEqual([false, 'moved']);
    expect([existsSync(home('binned')), existsSync(home(`.Trash/${binned.id}`))]).toEqual([false, true]);

    await box.trash.restore(ann, [binned.id]);
    const [restored] = box.journal.list('ann', 0, 1);
    if (restored === undefined) throw new Error('nothing recorded');
    linkSync(home('binned'), home(`.Trash/${binned.id}`));
    box.bins.table.add(binned);
    box.database.exec(`update journal set state = 'intent' where id = ${restored.id}`);
    await box.undo.recover();
    expect(readdirSync(home('.Trash'))).toEqual([]);
    expect(readFileSync(home('binned'), 'utf8')).toBe('binned');
    expect(box.trash.list(ann)).toEqual([]);
  });
});
