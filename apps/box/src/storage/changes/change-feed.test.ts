import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeFeed, type ChangeInterest } from './change-feed.ts';

const here = new AbortController().signal;
const SOON_MS = 20;
const LONG_MS = 60_000;

const watching = (user: string, ...folders: readonly string[]): ChangeInterest => ({
  user,
  folders: () => Promise.resolve(new Map(folders.map((key) => [`wire:${key}`, key]))),
});
const start = async (changes: ChangeFeed): Promise<string> => {
  const { cursor } = await changes.wait(watching('ann'), '', LONG_MS, here);
  return cursor;
};

describe('changes', () => {
  it('the empty cursor is answered at once, with where to begin', async () => {
    const changes = new ChangeFeed();
    changes.folder('/a');
    expect(await changes.wait(watching('ann', '/a'), '', LONG_MS, here)).toMatchObject({
      folders: [],
      areas: [],
      everything: 0,
    });
  });

  it('who waits is told of a watched folder by the name they gave, of nothing else, and once', async () => {
    const changes = new ChangeFeed();
    const waiting = changes.wait(watching('ann', '/a', '/b'), await start(changes), LONG_MS, here);
    changes.folder('/c');
    changes.folder('/b');
    const told = await waiting;
    expect(told).toMatchObject({ folders: ['wire:/b'], areas: [], everything: 0 });
    expect(await changes.wait(watching('ann', '/a', '/b'), told.cursor, SOON_MS, here)).toMatchObject({ folders: [] });
  });

  it('what changed between two calls is told by the next', async () => {
    const changes = new ChangeFeed();
    const cursor = await start(changes);
    changes.folder('/a');
    changes.folder('/z');
    expect(await changes.wait(watching('ann', '/a'), cursor, LONG_MS, here)).toMatchObject({ folders: ['wire:/a'] });
  });

  it('a folder that goes or comes is told to those who watch it, and those who watch something below', async () => {
    const changes = new ChangeFeed();
    const cursor = await start(changes);
    changes.tree('/a/b');
    const interest = watching('ann', '/a', '/a/b', '/a/b/c/d', '/a/bc');
    expect((await changes.wait(interest, cursor, LONG_MS, here)).folders).toEqual(['wire:/a/b', 'wire:/a/b/c/d']);
  });

  it('areas are told to whose they are, and those of everybody to all', async () => {
    const changes = new ChangeFeed();
    const cursor = await start(changes);
    changes.area('tasks', 'bob');
    changes.area('shares', 'ann');
    changes.area('trash');
    expect((await changes.wait(watching('ann'), cursor, LONG_MS, here)).areas).toEqual(['trash', 'shares']);
    expect((await changes.wait(watching('bob'), cursor, LONG_MS, here)).areas).toEqual(['tasks', 'trash']);
  });

  it('a cursor of another run, one that was never given, and one from before what is remembered: everything', async () => {
    const changes = new ChangeFeed();
    const old = await start(changes);
    const everything = { folders: [], areas: [], everything: 1 };
    for (const cursor of [
      await start(new ChangeFeed()),
      'nonsense',
      `${old.split('.')[0] ?? ''}.99`,
      `${old.split('.')[0] ?? ''}.-1`,
    ])
      expect(await changes.wait(watching('ann', '/a'), cursor, LONG_MS, here), cursor).toMatchObject(everything);
    for (let i = 0; i < 5000; i++) changes.folder(`/${i}`);
    expect(await changes.wait(watching('ann', '/a'), old, LONG_MS, here)).toMatchObject(everything);
  });

  it('whoever waits while thousands of other folders change is told of their own, not of everything', async () => {
    const changes = new ChangeFeed();
    const waiting = changes.wait(watching('ann', '/a'), await start(changes), LONG_MS, here);
    for (let i = 0; i < 20; i++) {
      for (let n = 0; n < 1000; n++) changes.folder(`/${i}/${n}`);
      await new Promise(setImmediate);
    }
    changes.folder('/a');
    expect(await waiting).toMatchObject({ folders: ['wire:/a'], everything: 0 });
  });

  it('ends with nothing after its time, when the caller goes, when somebody is shown out, and when the box stops', async () => {
    const changes = new ChangeFeed();
    const cursor = await start(changes);
    const nothing = { folders: [], areas: [], everything: 0 };
    expect(await changes.wait(watching('ann'), cursor, SOON_MS, here)).toMatchObject(nothing);
    const going = new AbortController();
    const left = changes.wait(watching('ann'), cursor, LONG_MS, going.signal);
    going.abort();
    expect(await left).toMatchObject(nothing);
    const out = changes.wait(watching('ann'), cursor, LONG_MS, here);
    changes.release();
    expect(await out).toMatchObject(nothing);
    const last = changes.wait(watching('ann'), cursor, LONG_MS, here);
    changes.close();
    expect(await last).toMatchObject(nothing);
    // A stopping box accepts no new waits.
    expect(await changes.wait(watching('ann'), cursor, LONG_MS, here)).toMatchObject(nothing);
  });

  it('a right that went is not told by any more', async () => {
    const changes = new ChangeFeed();
    let mine = new Map([['mine', '/a']]);
    const waiting = changes.wait(
      { user: 'ann', folders: () => Promise.resolve(mine) },
      await start(changes),
      200,
      here,
    );
    mine = new Map();
    changes.recheckAccess();
    changes.folder('/a');
    expect(await waiting).toMatchObject({ folders: [] });
  });

  it('one user has sixteen calls waiting; one more, and the oldest is answered; another user is not counted', async () => {
    const changes = new ChangeFeed();
    const cursor = await start(changes);
    const over: number[] = [];
    const end = new AbortController();
    const all = Array.from({ length: 17 }, (_, at) =>
      changes.wait(watching('ann'), cursor, LONG_MS, end.signal).then(() => over.push(at)),
    );
    const other = changes.wait(watching('bob'), cursor, LONG_MS, end.signal);
    await new Promise(setImmediate);
    expect(over).toEqual([0]);
    end.abort();
    await Promise.all([...all, other]);
  });

  it('whatever comes in whatever order, a caller who goes on from each answer misses nothing that is theirs', async () => {
    const keys = ['/a', '/a/b', '/a/b/c', '/d', '/d/e'] as const;
    const step = fc.record({ tree: fc.boolean(), key: fc.constantFrom(...keys), ask: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.subarray([...keys]), async (steps, watched) => {
        const changes = new ChangeFeed();
        let cursor = await start(changes);
        const due = new Set<string>();
        for (const { tree, key, ask } of steps) {
          if (tree) changes.tree(key);
          else changes.folder(key);
          for (const each of watched) if (each === key || (tree && each.startsWith(`${key}/`))) due.add(`wire:${each}`);
          if (!ask) continue;
          const told = await changes.wait(watching('ann', ...watched), cursor, 0, here);
          expect(new Set(told.folders)).toEqual(due);
          due.clear();
          cursor = told.cursor;
        }
      }),
    );
  });
});
