import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { JournalEntry, JournalItem } from './journal-model.ts';
import type { RecordedAction } from './recorded-actions.ts';
import { createReplayScript } from './replay-script.ts';

const HOME = '/mnt/usb1/ann';
const entry = (action: string): JournalEntry => ({
  id: 1,
  action,
  state: 'done',
  time: 1_760_000_000,
  origin: 'call',
  items: 1,
  path: `${HOME}/a`,
  reversible: 1,
  reason: '',
});
const act = (action: string, ...items: readonly JournalItem[]): RecordedAction => ({ entry: entry(action), items });
const bodyOf = (...acts: readonly RecordedAction[]): readonly string[] =>
  createReplayScript(acts, HOME)
    .text.split('\n')
    .filter((line) => line.startsWith('await ') && !line.includes('signOut'));

it('paths follow whoever runs it below their own folder, and names are text whatever stands in them', () => {
  const path = `${HOME}/a \`b\` \${c} "d" \\ e`;
  const [line = ''] = bodyOf(act('new-folder', { kind: 'made-folder', path }));
  const [, written = ''] = /path: (.*) \}\);$/.exec(line) ?? [];
  expect(runInNewContext(written, { home: '/mnt/usb1/bob' })).toBe(path.replace('/ann/', '/bob/'));
  expect(bodyOf(act('trash', { kind: 'trashed', path: '/mnt/usb1/anna/x' }))).toEqual([
    'await box.trash.put({ paths: ["/mnt/usb1/anna/x"] });',
  ]);
});

it('one call makes a folder with its parents, and what an upload replaced is no act of its own', () => {
  expect(
    bodyOf(
      act('new-folder', { kind: 'made-folder', path: `${HOME}/a` }, { kind: 'made-folder', path: `${HOME}/a/b` }),
      act('upload', { kind: 'trashed', path: `${HOME}/x` }, { kind: 'created', path: `${HOME}/x` }),
    ),
  ).toEqual(['await box.files.makeFolder({ path: `${home}/a/b` });', 'await upload(`${home}/x`);']);
});

it('what lies in a closed area, and a copy of which nobody knows where it came from, are left out and named', () => {
  const acts = [
    act('rename', { kind: 'veiled', path: `${HOME}/.safebox` }),
    act('copy', { kind: 'created', path: `${HOME}/b` }),
  ];
  const { text, leftOut } = createReplayScript(acts, HOME);
  expect(leftOut).toEqual(acts.map((each) => each.entry));
  expect(text).not.toContain('.safebox');
  expect(bodyOf(...acts)).toEqual([]);
});

it('five hundred at a time', () => {
  const many = Array.from({ length: 501 }, (_, n) => ({ kind: 'trashed', path: `${HOME}/${n}` }));
  expect(bodyOf(act('trash', ...many))).toHaveLength(2);
});
