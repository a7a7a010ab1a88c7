import fc from 'fast-check';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { OpenDirectory as CopyFolder } from '../copy/open-directory.ts';
import { Progress } from '../../runtime/progress.ts';
import { treeDigest } from '../copy/tree-digest.ts';
import { recordDiskCalls } from '../vault/disk-call-recorder.ts';
import { callerFor } from '../vault/index.ts';
import { stampAt } from './journal.ts';
import { snapshot } from './journal-test-helpers.ts';
import {
  box,
  time,
  ann,
  HOME,
  real,
  refusal,
  hold,
  closeHeld,
  stamp,
  acts,
  setUpUndoBox,
} from './undo-test-helpers.ts';

setUpUndoBox();

describe('undo and redo', { timeout: 60_000 }, () => {
  it('take back and repeat each kind of operation, newest first', async () => {
    acts.file(`${HOME}/a`, 'a');
    acts.file(`${HOME}/b`, 'b');
    const states = [snapshot(real(HOME))];
    const note = () => states.push(snapshot(real(HOME)));
    acts.move([[`${HOME}/a`, `${HOME}/a2`]]);
    note();
    acts.folder(`${HOME}/new`);
    note();
    acts.move([[`${HOME}/a2`, `${HOME}/new/a`]]);
    note();
    await acts.trash(`${HOME}/new`);
    note();
    acts.create(`${HOME}/new`, 'a file now');
    note();
    for (let at = states.length - 2; at >= 0; at -= 1) {
      await box.undo.undo(ann, null);
      expect(snapshot(real(HOME)), `undo to ${at}`).toEqual(states[at]);
    }
    expect(await refusal(box.undo.undo(ann, null))).toEqual([11, 'nothing']);
    for (let at = 1; at < states.length; at += 1) {
      await box.undo.redo(ann, null);
      expect(snapshot(real(HOME)), `redo to ${at}`).toEqual(states[at]);
    }
    expect(await refusal(box.undo.redo(ann, null))).toEqual([11, 'nothing']);
  });

  it('a swap and a ring of names (batch rename) come back as one step', async () => {
    for (const name of ['a', 'b', 'c', 'd']) acts.file(`${HOME}/${name}`, name);
    const before = snapshot(real(HOME));
    const path = (name: string) => `${HOME}/${name}`;
    acts.move([
      [path('a'), path('b')],
      [path('b'), path('c')],
      [path('c'), path('a')],
      [path('d'), path('e')],
    ]);
    expect(readFileSync(real(path('b')), 'utf8')).toBe('a');
    await box.undo.undo(ann, null);
    expect(snapshot(real(HOME))).toEqual(before);
    await box.undo.redo(ann, null);
    expect(readFileSync(real(path('b')), 'utf8')).toBe('a');
    expect(readFileSync(real(path('a')), 'utf8')).toBe('c');
  });

  it('moves recorded step by step through a temporary name count as their net effect', async () => {
    acts.file(`${HOME}/a`, 'a');
    const a = stamp(`${HOME}/a`);
    renameSync(real(`${HOME}/a`), real(`${HOME}/z`));
    box.journal.record({ user: 'ann', action: 'rename' }, [
      { kind: 'moved', from: `${HOME}/a`, to: `${HOME}/tmp`, stamp: a },
      { kind: 'moved', from: `${HOME}/tmp`, to: `${HOME}/z`, stamp: a },
    ]);
    await box.undo.undo(ann, null);
    expect(Object.keys(snapshot(real(HOME)))).toEqual(['a']);
  });

  it('a folder that an undo removes is off the disk when it is answered, and whoever remembers a path in it hears of it', async () => {
    acts.folder(`${HOME}/f`);
    const disk = await recordDiskCalls(box.root);
    try {
      await box.undo.undo(ann, null);
      expect(disk.takeCalls()).toEqual(['rmdir usb1/ann/f', 'sync usb1/ann']);
    } finally {
      disk.stop();
    }
    expect(box.events).toContain(`removed ${HOME}/f`);
  });

  it('what lies in a new folder goes with the same undo, what came later does not', async () => {
    acts.file(`${HOME}/a`, 'a');
    const a = stamp(`${HOME}/a`);
    mkdirSync(real(`${HOME}/f`));
    renameSync(real(`${HOME}/a`), real(`${HOME}/f/a`));
    box.journal.record({ user: 'ann', action: 'move' }, [
      { kind: 'made-folder', path: `${HOME}/f`, stamp: stamp(`${HOME}/f`) },
      { kind: 'moved', from: `${HOME}/a`, to: `${HOME}/f/a`, stamp: a },
    ]);
    const before = snapshot(real(HOME));
    await box.undo.undo(ann, null);
    expect(Object.keys(snapshot(real(HOME)))).toEqual(['a']);
    await box.undo.redo(ann, null);
    expect(snapshot(real(HOME))).toEqual(before);
    acts.file(`${HOME}/f/later`, '');
    expect(await refusal(box.undo.undo(ann, null))).toEqual([15, 'notEmpty']);
  });

  it('a folder that was copied goes with an undo while it is as it was, and stays with what came into it', async () => {
    mkdirSync(real(`${HOME}/copy/inner`), { recursive: true });
    acts.file(`${HOME}/copy/inner/a`, 'a');
    const tree = CopyFolder.withOpen(real(HOME), (home) => treeDigest(home, 'copy', new Progress()));
    const before = snapshot(real(HOME));
    box.journal.record({ user: 'ann', action: 'copy' }, [
      { kind: 'created', path: `${HOME}/copy`, stamp: stamp(`${HOME}/copy`), tree },
    ]);
    await box.undo.undo(ann, null);
    expect(snapshot(real(HOME))).toEqual({});
    await box.undo.redo(ann, null);
    expect(snapshot(real(HOME))).toEqual(before);
    acts.file(`${HOME}/copy/inner/b`, 'b');
    expect(await refusal(box.undo.undo(ann, null))).toEqual([15, 'changed']);
    expect(existsSync(real(`${HOME}/copy/inner/a`))).toBe(true);
  });

  it('names that one step frees are free for the next one of the same operation', async () => {
    acts.file(`${HOME}/a`, 'first');
    const first = stamp(`${HOME}/a`);
    renameSync(real(`${HOME}/a`), real(`${HOME}/b`));
    acts.file(`${HOME}/a`, 'second');
    for (const name of ['f', 'f/g']) mkdirSync(real(`${HOME}/${name}`));
    box.journal.record({ user: 'ann', action: 'upload' }, [
      { kind: 'moved', from: `${HOME}/a`, to: `${HOME}/b`, stamp: first },
      { kind: 'created', path: `${HOME}/a`, stamp: stamp(`${HOME}/a`) },
      { kind: 'made-folder', path: `${HOME}/f`, stamp: stamp(`${HOME}/f`) },
      { kind: 'made-folder', path: `${HOME}/f/g`, stamp: stamp(`${HOME}/f/g`) },
    ]);
    const after = snapshot(real(HOME));
    await box.undo.undo(ann, null);
    expect(Object.keys(snapshot(real(HOME)))).toEqual(['a']);
    expect(readFileSync(real(`${HOME}/a`), 'utf8')).toBe('first');
    await box.undo.redo(ann, null);
    expect(snapshot(real(HOME))).toEqual(after);
  });

  it('only what is done is undone, and only what is undone is done again', async () => {
    acts.folder(`${HOME}/f`);
    const { id } = box.journal.lastDone('ann') ?? { id: 0 };
    expect(await refusal(box.undo.redo(ann, id))).toEqual([11, 'done']);
    await box.undo.undo(ann, id);
    expect(await refusal(box.undo.undo(ann, id))).toEqual([11, 'undone']);
    expect(await refusal(box.undo.redo(callerFor('bob'), id))).toEqual([13, 'journal']);
  });

  it("never touches another user's operations", async () => {
    acts.folder(`${HOME}/f`);
    const id = box.journal.lastDone('ann')?.id ?? 0;
    expect(await refusal(box.undo.undo(callerFor('bob'), id))).toEqual([13, 'journal']);
    expect(await refusal(box.undo.undo(callerFor('bob'), null))).toEqual([11, 'nothing']);
  });

  it('two devices asking at once undo two operations, not one twice', async () => {
    acts.folder(`${HOME}/f`);
    acts.folder(`${HOME}/g`);
    await Promise.all([box.undo.undo(ann, null), box.undo.undo(ann, null)]);
    expect(snapshot(real(HOME))).toEqual({});
  });

  it('a folder that is made again is known to what comes next, although it is another inode', async () => {
    acts.folder(`${HOME}/f`);
    acts.move([[`${HOME}/f`, `${HOME}/g`]]);
    acts.file(`${HOME}/x`, 'x');
    acts.move([[`${HOME}/x`, `${HOME}/g/x`]]);
    const before = stamp(`${HOME}/g`).ino;
    hold(`${HOME}/g`);
    for (let step = 0; step < 3; step++) await box.undo.undo(ann, null);
    for (let step = 0; step < 3; step++) await box.undo.redo(ann, null);
    expect(readFileSync(real(`${HOME}/g/x`), 'utf8')).toBe('x');
    expect(stamp(`${HOME}/g`).ino).not.toBe(before);
    for (let step = 0; step < 3; step++) await box.undo.undo(ann, null);
    expect(existsSync(real(`${HOME}/g`))).toBe(false);
    expect(readFileSync(real(`${HOME}/x`), 'utf8')).toBe('x');
  });

  it('any sequence undone to the beginning gives the same tree byte for byte, and redone the same end', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const step = fc.record({
      act: fc.nat(4),
      one: fc.constantFrom(...names),
      two: fc.constantFrom(...names),
      inner: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (sequence) => {
        rmSync(real(HOME), { recursive: true });
        mkdirSync(real(`${HOME}/a`), { recursive: true });
        acts.file(`${HOME}/a/b`, 'deep');
        acts.file(`${HOME}/b`, 'b');
        box.database.exec('delete from journal; delete from trash');
        const start = snapshot(real(HOME));
        for (const { act, one, two, inner } of sequence) {
          const from = `${HOME}/${one}`;
          const to = inner ? `${HOME}/${two}/x` : `${HOME}/${two}`;
          const there = existsSync(real(from));
          const free = !existsSync(real(to)) && stampAt(real(to.slice(0, to.lastIndexOf('/'))))?.folder === true;
          if (act === 0 && there && free && !to.startsWith(`${from}/`)) acts.move([[from, to]]);
          if (act === 1 && free) acts.folder(to);
          if (act === 2 && there) await acts.trash(from);
          if (act === 3 && free) acts.create(to, `${time}`);
          if (act === 4 && there && one !== two && existsSync(real(`${HOME}/${two}`)))
            acts.move([
              [from, `${HOME}/${two}`],
              [`${HOME}/${two}`, from],
            ]);
        }
        const end = snapshot(real(HOME));
        const count = box.journal.count('ann');
        // Recreated folders become other inodes.
        for (const name of readdirSync(real(HOME), { recursive: true, encoding: 'utf8' })) hold(`${HOME}/${name}`);
        for (let done = 0; done < count; done += 1) await box.undo.undo(ann, null);
        expect(snapshot(real(HOME))).toEqual(start);
        for (let done = 0; done < count; done += 1) await box.undo.redo(ann, null);
        expect(snapshot(real(HOME))).toEqual(end);
        closeHeld();
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('recovery after a crash', { timeout: 60_000 }, () => {
  it('keeps what happened of an intent and forgets what did not', async () => {
    acts.file(`${HOME}/a`, 'a');
    acts.file(`${HOME}/b`, 'b');
    const [a, b] = [stamp(`${HOME}/a`), stamp(`${HOME}/b`)];
    box.journal.begin({ user: 'ann', action: 'batch-rename' }, [
      { kind: 'moved', from: `${HOME}/a`, to: `${HOME}/a2`, stamp: a },
      { kind: 'moved', from: `${HOME}/b`, to: `${HOME}/b2`, stamp: b },
    ]);
    box.journal.begin({ user: 'ann', action: 'new-folder' }, [{ kind: 'made-folder', path: `${HOME}/f`, stamp: null }]);
    renameSync(real(`${HOME}/a`), real(`${HOME}/a2`));
    await box.undo.recover();
    expect(box.journal.listOpen()).toEqual([]);
    expect(box.journal.list('ann', 0, 9)).toMatchObject([{ state: 'done', changes: [{ to: `${HOME}/a2` }] }]);
    await box.undo.undo(ann, null);
    expect(Object.keys(snapshot(real(HOME)))).toEqual(['a', 'b']);
  });

  it('finishes an undo that was killed between two of its steps', async () => {
    acts.file(`${HOME}/a`, 'a');
    acts.file(`${HOME}/b`, 'b');
    acts.move([
      [`${HOME}/a`, `${HOME}/c`],
      [`${HOME}/b`, `${HOME}/d`],
    ]);
    const operation = box.journal.lastDone('ann');
    if (operation === null) throw new Error('nothing recorded');
    box.journal.setState(operation.id, 'undoing', operation.changes);
    renameSync(real(`${HOME}/d`), real(`${HOME}/b`));
    await box.undo.recover();
    expect(Object.keys(snapshot(real(HOME)))).toEqual(['a', 'b']);
    expect(box.journal.get(operation.id)?.state).toBe('undone');
  });
});
