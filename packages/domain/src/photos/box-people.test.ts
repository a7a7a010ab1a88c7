import { type AiConfig, ALB, DEFAULT_AI_CONFIG, type Face, type Label, type PhotoFace } from '@boxwood/box-sdk';
import { type BoxError, left, right } from '@boxwood/command-bus';
import { defer, firstValueFrom, NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import type { PortResult } from '../outcome.ts';
import { idCounter, testStore } from '../testing/test-store.ts';
import { BoxPeople } from './box-people.ts';
import { PhotoUndoStack } from './photo-undo-stack.ts';
import type { PeoplePort } from './people-sdk-port.ts';

const face = (id: string): Face => ({
  id,
  photo: id,
  md512kb: id,
  x: 0,
  y: 0,
  width: 0.1,
  height: 0.1,
  score: 0.9,
});
const label = (id: string, cnt: number, name = ''): Label => ({ id, name, cnt, cover: id, face: face(id) });
const refusedWith = (code: number): BoxError => ({ _tag: 'Refused', family: 'ALB', code, fields: {} });

/** A scripted box and a user who receives notices. */
const createFixture = () => {
  const box = {
    said: [] as string[],
    people: [label('a', 9), label('b', 2, 'Bo'), label('c', 2)],
    hidden: [label('h', 5)],
    faces: new Map<string, readonly PhotoFace[]>([['p', [{ face: face('p.0'), person: 'a', name: '' }]]]),
    latest: null as number | null,
    changes: 0,
    /** Failures by call name, or by call name with its first argument. */
    fails: new Map<string, BoxError>(),
  };
  /** Cold: runs on subscription, as a real box call. */
  const ask = <A>(name: string, valueOf: () => A, ...with_: readonly unknown[]): PortResult<A> =>
    defer(() => {
      const said = [name, ...with_.map((each) => JSON.stringify(each))];
      box.said.push(said.join(' '));
      const failure = box.fails.get(name) ?? box.fails.get(said.slice(0, 2).join(' '));
      return of(failure === undefined ? right(valueOf()) : left(failure));
    });
  const say = <A>(name: string, value: A, ...with_: readonly unknown[]): PortResult<A> =>
    ask(name, () => value, ...with_);
  const port: PeoplePort = {
    minPhotos: () => say('most', 3),
    config: () => say('config', { cfg: { ...DEFAULT_AI_CONFIG } }),
    configure: (config) => say('configure', null, config.enable),
    preview: () => say('preview', { people: 1, then: 2, rescan: 0 }),
    recognising: () => say('recognising', { running: false, done: 4, total: 4, trouble: '' }),
    labels: (hidden, start) => {
      const all = hidden ? box.hidden : box.people;
      return say(hidden ? 'hidden' : 'labels', { total: all.length, list: all.slice(start, start + 2) }, start);
    },
    set: (id, wish) => ask('set', () => (box.changes += 1), id, wish),
    merge: (into, ids) => say('merge', 8, into, ids),
    split: (id, faces) => say('split', 9, id, faces),
    latest: () => say('latest', box.latest),
    undo: (change) => say('undo', null, change),
    faces: (photo) => say('faces', box.faces.get(photo) ?? [], photo),
    explain: (id) => say('why', { face: face(id), limit: 0.36, near: [] }, id),
  };
  const store = testStore();
  const notifications = new BoxNotifications(store, { now: () => 0 }, idCounter('n'));
  const acts = new PhotoUndoStack(notifications, NEVER);
  const people = new BoxPeople(port, notifications, acts);
  const told = (): readonly unknown[] =>
    notifications.list$.value.map(({ messageKey, failure }) => messageKey ?? failure?._tag ?? null);
  return { box, people, acts, notifications, told };
};

describe('people', () => {
  it('PHOTO-02: those with a name and those in more pictures than the box says are shown, in as many calls as it takes', async () => {
    const { box, people } = createFixture();
    const shown = await firstValueFrom(people.overview());
    if (shown._tag === 'Left') throw new Error(shown.left._tag);
    expect(shown.right.people.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(shown.right.hidden.map(({ id }) => id)).toEqual(['h']);
    expect(shown.right.recognising).toMatchObject({ running: false, done: 4 });
    expect(box.said.filter((each) => each.startsWith('labels'))).toEqual(['labels 0', 'labels 2']);
  });

  it.each(['config', 'most', 'recognising', 'labels', 'hidden'])(
    'nobody is shown where the box does not say everything (%s)',
    async (call) => {
      const { box, people } = createFixture();
      box.fails.set(call, refusedWith(ALB.service));
      expect(await firstValueFrom(people.overview())).toMatchObject({ _tag: 'Left', left: { code: ALB.service } });
    },
  );

  it('what somebody says is told, and the notice takes it back', () => {
    const { box, people, notifications, told } = createFixture();
    people.name({ id: 'a' }, 'Grandma');
    expect(told()).toEqual(['people.named']);
    people.hide([{ id: 'b' }], true);
    people.hide([{ id: 'b' }], false);
    people.merge([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    people.split('a', ['p']);
    people.cover('a', 'p');
    expect(box.said.filter((each) => !each.startsWith('faces'))).toEqual([
      'set "a" {"name":"Grandma"}',
      'set "b" {"hidden":1}',
      'set "b" {"hidden":0}',
      'merge "a" ["b","c"]',
      'split "a" ["p.0"]',
      'set "a" {"cover":"p.0"}',
    ]);
    // At most five notices are shown.
    const words = ['people.hidden', 'people.merged', 'people.shown', 'people.split', 'photos.covered'];
    expect(told().toSorted()).toEqual(words);
    const merged = notifications.list$.value.find(({ messageKey }) => messageKey === 'people.merged');
    notifications.runAction(merged?.id ?? '');
    expect(box.said.at(-1)).toBe('undo 8');
  });

  it('nothing is said of nobody: one alone is joined with none, and of a picture that does not show them nothing is split off', async () => {
    const { box, people, told } = createFixture();
    people.merge([{ id: 'a' }]);
    people.name({ id: 'a' }, '');
    expect(told()).toEqual([]);
    expect(await firstValueFrom(people.split('a', ['elsewhere']))).toMatchObject({
      left: { messageKey: 'photos.unseen' },
    });
    expect(await firstValueFrom(people.split('a', []))).toMatchObject({ left: { messageKey: 'photos.unseen' } });
    expect(await firstValueFrom(people.faces('p'))).toMatchObject({ right: [{ person: 'a' }] });
    box.fails.set('faces', refusedWith(ALB.notFound));
    expect(await firstValueFrom(people.explain('a', 'p'))).toMatchObject({ left: { code: ALB.notFound } });
    expect(box.said.filter((each) => /^(split|merge)/.test(each))).toEqual([]);
  });

  it('several are hidden in one step: one notice, which takes all of it back, the last first', () => {
    const { box, people, notifications, told } = createFixture();
    people.hide([{ id: 'a' }, { id: 'c' }], true);
    expect(told()).toEqual(['people.hidden']);
    notifications.runAction(notifications.list$.value[0]?.id ?? '');
    expect(box.said).toEqual(['set "a" {"hidden":1}', 'set "c" {"hidden":1}', 'undo 2', 'undo 1']);
  });

  it('what was said is a step back and on, with the change that the box made of it then; a name that was taken away as well', () => {
    const { box, people, acts, told } = createFixture();
    people.name({ id: 'a' }, '');
    expect(told()).toEqual([]);
    people.hide([{ id: 'a' }, { id: 'c' }], true);
    box.said.length = 0;
    for (const step of ['undo', 'redo', 'undo', 'undo'] as const) expect(acts[step]()).not.toBeNull();
    expect(acts.undo()).toBeNull();
    const hidden = ['set "a" {"hidden":1}', 'set "c" {"hidden":1}'];
    expect(box.said).toEqual(['undo 3', 'undo 2', ...hidden, 'undo 5', 'undo 4', 'undo 1']);
  });

  it('of several whom the box took only in part, that part is told and taken back', () => {
    const { box, people, acts, told } = createFixture();
    box.fails.set('set "c"', refusedWith(ALB.service));
    people.hide([{ id: 'a' }, { id: 'c' }], true);
    expect(told().toSorted()).toEqual(['Refused', 'people.hidden']);
    acts.undo();
    expect(box.said.at(-1)).toBe('undo 1');
  });

  it('what changed since is not taken back, and said', () => {
    const { box, people, notifications, told } = createFixture();
    people.hide([{ id: 'a' }], true);
    box.fails.set('undo', refusedWith(ALB.badParameter));
    notifications.runAction(notifications.list$.value[0]?.id ?? '');
    expect(told()).toContain('people.changed');
  });

  it('what was said last is taken back wherever it was said, or there is nothing', async () => {
    const { box, people, told } = createFixture();
    expect(await firstValueFrom(people.undoLatest())).toMatchObject({ left: { messageKey: 'people.nothing' } });
    expect(told()).toEqual(['Rejected']);
    box.latest = 5;
    people.undoLatest();
    expect(box.said.at(-1)).toBe('undo 5');
    expect(told()).toContain('people.undone');
    box.fails.set('undo', refusedWith(ALB.service));
    people.undoLatest();
    expect(told()).toContain('Refused');
  });

  it('PHOTO-13: switched off it is said that everybody is forgotten; what the box refuses is told', async () => {
    const { box, people, told } = createFixture();
    const config: AiConfig = { ...DEFAULT_AI_CONFIG, enable: 1 };
    people.configure(config);
    expect(told()).toEqual([]);
    people.configure({ ...config, enable: 0 });
    expect(told()).toEqual(['people.forgotten']);
    box.fails.set('configure', refusedWith(ALB.service));
    people.configure(config);
    expect(told()).toContain('Refused');
    expect(await firstValueFrom(people.preview(config))).toMatchObject({ right: { then: 2 } });
  });
});
