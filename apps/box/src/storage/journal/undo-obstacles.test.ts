import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { snapshot } from './journal-test-helpers.ts';
import { box, ann, HOME, real, refusal, hold, acts, setUpUndoBox } from './undo-test-helpers.ts';

setUpUndoBox();

describe('undo and redo', { timeout: 60_000 }, () => {
  const obstacles: [string, () => unknown, () => void, string][] = [
    ['the moved file is gone', () => acts.move([[`${HOME}/a`, `${HOME}/b`]]), () => rmSync(real(`${HOME}/b`)), 'gone'],
    [
      'another file stands there now',
      () => acts.move([[`${HOME}/a`, `${HOME}/b`]]),
      () => {
        hold(`${HOME}/b`);
        rmSync(real(`${HOME}/b`));
        acts.file(`${HOME}/b`, 'other');
      },
      'gone',
    ],
    [
      'the old name is taken',
      () => acts.move([[`${HOME}/a`, `${HOME}/b`]]),
      () => acts.file(`${HOME}/a`, 'new'),
      'taken',
    ],
    ['the new folder holds something', () => acts.folder(`${HOME}/f`), () => acts.file(`${HOME}/f/x`, ''), 'notEmpty'],
    [
      'the upload was edited',
      () => acts.create(`${HOME}/u`, 'u'),
      () => appendFileSync(real(`${HOME}/u`), '+'),
      'changed',
    ],
    [
      'the place of a trashed file is taken',
      () => acts.trash(`${HOME}/a`),
      () => acts.file(`${HOME}/a`, 'new'),
      'taken',
    ],
    [
      'the bin was emptied',
      () => acts.trash(`${HOME}/a`),
      () => rmSync(real(`${HOME}/.Trash`), { recursive: true }),
      'gone',
    ],
    [
      'another thing lies in the bin under its name',
      () => acts.trash(`${HOME}/a`),
      () => {
        const item = `${HOME}/.Trash/${box.trash.list(ann)[0]?.id}`;
        hold(item);
        rmSync(real(item));
        acts.file(item, 'other');
      },
      'gone',
    ],
    ['the upload is gone', () => acts.create(`${HOME}/u`, 'u'), () => rmSync(real(`${HOME}/u`)), 'gone'],
    [
      'another folder stands there now',
      () => acts.folder(`${HOME}/f`),
      () => {
        hold(`${HOME}/f`);
        rmSync(real(`${HOME}/f`), { recursive: true });
        mkdirSync(real(`${HOME}/f`));
      },
      'gone',
    ],
    [
      'a file stands where the new folder was',
      () => acts.folder(`${HOME}/f`),
      () => {
        rmSync(real(`${HOME}/f`), { recursive: true });
        acts.file(`${HOME}/f`, '');
      },
      'gone',
    ],
    [
      'its old folder is gone',
      () => {
        mkdirSync(real(`${HOME}/old`));
        acts.file(`${HOME}/old/a`, '');
        acts.move([[`${HOME}/old/a`, `${HOME}/b`]]);
      },
      () => rmSync(real(`${HOME}/old`), { recursive: true }),
      'gone',
    ],
    [
      'a file stands where its old folder was',
      () => {
        mkdirSync(real(`${HOME}/old`));
        acts.file(`${HOME}/old/a`, '');
        acts.move([[`${HOME}/old/a`, `${HOME}/b`]]);
      },
      () => {
        rmSync(real(`${HOME}/old`), { recursive: true });
        acts.file(`${HOME}/old`, '');
      },
      'gone',
    ],
    [
      'a folder that a merge emptied cannot be made again, its name is taken',
      () =>
        box.journal.record({ user: 'ann', action: 'move' }, [
          { kind: 'left-folder', path: `${HOME}/left`, stamp: null },
        ]),
      () => acts.file(`${HOME}/left`, ''),
      'taken',
    ],
    [
      'the folder in which a merge left an empty one is gone',
      () =>
        box.journal.record({ user: 'ann', action: 'move' }, [
          { kind: 'left-folder', path: `${HOME}/none/left`, stamp: null },
        ]),
      () => undefined,
      'gone',
    ],
    [
      'what was made lies in a place without a bin',
      () => {
        mkdirSync(real('/mnt/extdev/STICK'), { recursive: true });
        acts.create('/mnt/extdev/STICK/u', 'u');
      },
      () => undefined,
      'noTrash',
    ],
  ];
  it.each(obstacles)('refuses with 15 when %s, changes nothing, and passes over', async (_, act, meanwhile, reason) => {
    acts.file(`${HOME}/a`, 'a');
    acts.folder(`${HOME}/earlier`);
    await act();
    meanwhile();
    const before = snapshot(real(HOME));
    expect(await refusal(box.undo.undo(ann, null))).toEqual([15, reason]);
    expect(snapshot(real(HOME))).toEqual(before);
    expect(box.journal.list('ann', 0, 1)[0]).toMatchObject({ state: 'blocked', reason });
    await box.undo.undo(ann, null);
    expect(existsSync(real(`${HOME}/earlier`))).toBe(false);
  });
});
