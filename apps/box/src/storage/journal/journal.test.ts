import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { type JournalChange, createJournal, type Journal, journalMigrations } from './journal.ts';

const stamp = { dev: '1', ino: '2', folder: false, size: 3, mtime: '4' };
const moved = (from: string, to: string): JournalChange => ({ kind: 'moved', from, to, stamp });

let journal: Journal;
let time = 0;
beforeEach(() => {
  const db = openDatabase(':memory:', { migrations: journalMigrations });
  journal = createJournal(db, () => (time += 1000));
});
const done = (user: string, name: string) => journal.record({ user, action: 'move' }, [moved(`/${name}`, `/${name}2`)]);
const undo = (id: number) => journal.setState(id, 'undone', journal.get(id)?.changes ?? []);

describe('journal', () => {
  it('keeps an intent apart from what has happened until it is committed', () => {
    const pending = journal.begin({ user: 'ann', action: 'rename' }, [moved('/a', '/b')]);
    expect(journal.list('ann', 0, 10)).toEqual([]);
    expect(journal.listOpen().map((op) => op.id)).toEqual([pending.id]);
    pending.commit();
    expect(journal.listOpen()).toEqual([]);
    expect(journal.list('ann', 0, 10)).toMatchObject([
      { user: 'ann', action: 'rename', state: 'done', reversible: true },
    ]);
  });

  it('knows what a task has written down, and nothing of one that has not', () => {
    const start = { user: 'ann', action: 'copy', origin: 'task:1' } as const;
    expect(journal.ofTask('1')).toBeNull();
    const pending = journal.begin(start, [moved('/a', '/b')]);
    expect(journal.ofTask('1')).toBeNull();
    pending.commit();
    journal.record(start, [moved('/c', '/d')]);
    expect(journal.ofTask('1')?.id).toBe(pending.id);
    expect(journal.ofTask('2')).toBeNull();
    expect(journal.get(pending.id)).toMatchObject({ origin: 'task:1', changes: [moved('/a', '/b')] });
    journal.forget(pending.id);
    expect(journal.get(pending.id)).toBeNull();
  });

  it('forgets an abandoned intent', () => {
    journal.begin({ user: 'ann', action: 'rename' }, [moved('/a', '/b')]).abandon();
    expect(journal.listOpen()).toEqual([]);
    expect(journal.count('ann')).toBe(0);
  });

  it('pages per user, newest first', () => {
    const ids = ['a', 'b', 'c', 'd'].map((name) => done('ann', name));
    done('bob', 'z');
    expect(journal.list('ann', 0, 2).map((op) => op.id)).toEqual([ids[3], ids[2]]);
    expect(journal.list('ann', ids[2] ?? 0, 10).map((op) => op.id)).toEqual([ids[1], ids[0]]);
    expect(journal.count('ann')).toBe(4);
  });

  it('undoes from the newest, redoes in the opposite order, per user', () => {
    const [a, b] = [done('ann', 'a'), done('ann', 'b')];
    const z = done('bob', 'z');
    expect(journal.lastDone('ann')?.id).toBe(b);
    undo(b);
    expect(journal.lastDone('ann')?.id).toBe(a);
    undo(a);
    expect(journal.lastDone('ann')).toBeNull();
    expect(journal.lastDone('bob')?.id).toBe(z);
    expect(journal.lastUndone('ann')?.id).toBe(a);
    journal.setState(a, 'done', journal.get(a)?.changes ?? []);
    expect(journal.lastUndone('ann')?.id).toBe(b);
    expect(journal.lastUndone('bob')).toBeNull();
  });

  it('keeps the newest operations of each person, and what is still open', () => {
    const database = openDatabase(':memory:', { migrations: journalMigrations });
    const short = createJournal(database, () => (time += 1000), 150);
    const start = { user: 'ann', action: 'move' } as const;
    const open = short.begin(start, [moved('/open', '/there')]);
    short.record({ ...start, user: 'bob' }, [moved('/b', '/c')]);
    const ids = Array.from({ length: 1000 }, (_, at) => short.record(start, [moved(`/${at}`, `/${at}b`)]));
    expect(short.count('ann')).toBeLessThan(251);
    expect(short.list('ann', 0, 150).map(({ id }) => id)).toEqual(ids.slice(-150).toReversed());
    expect(short.lastDone('ann')?.id).toBe(ids.at(-1));
    expect(short.listOpen().map(({ id }) => id)).toEqual([open.id]);
    expect(short.count('bob')).toBe(1);
  });

  it('offers no redo once something new was done', () => {
    const a = done('ann', 'a');
    undo(a);
    done('ann', 'b');
    expect(journal.lastUndone('ann')).toBeNull();
  });

  it('passes over what cannot be taken back', () => {
    const a = done('ann', 'a');
    journal.record({ user: 'ann', action: 'remove' }, [{ kind: 'removed', path: '/x' }]);
    expect(journal.lastDone('ann')?.id).toBe(a);
    journal.setState(a, 'blocked', journal.get(a)?.changes ?? [], 'changed');
    expect(journal.lastDone('ann')).toBeNull();
    expect(journal.get(a)?.reason).toBe('changed');
  });
});
