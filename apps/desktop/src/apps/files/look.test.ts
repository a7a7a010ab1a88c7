import { describe, expect, it } from 'vitest';
import { FilesLook } from './look.ts';

const settings = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    text: (key: string) => kept.get(key) ?? null,
    setText: (key: string, value: string | null) => {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
};

describe('how somebody has arranged their files', () => {
  it('is as usual at first, also where something else is stored', () => {
    const store = settings();
    store.kept.set('ann_files', '{"columns":7}');
    store.kept.set('ann_favourites', 'no JSON');
    const look = new FilesLook(store, 'ann');
    expect(look.look$.value).toEqual({ columns: ['type', 'size', 'mtime'], dense: 0 });
    expect(look.favourites$.value).toEqual([]);
  });

  it('keeps favourites in the order in which they came, each once, of one person, over a reload', () => {
    const store = settings();
    const look = new FilesLook(store, 'ann');
    for (const name of ['a', 'b', 'a']) look.favour({ path: `/mnt/usb1/ann/${name}`, name }, true);
    expect(look.favourites$.value.map(({ name }) => name)).toEqual(['b', 'a']);
    look.favour({ path: '/mnt/usb1/ann/b', name: 'b' }, false);
    const again = new FilesLook(store, 'ann');
    expect(again.favourites$.value).toEqual([{ path: '/mnt/usb1/ann/a', name: 'a' }]);
    expect(again.isFavourite('/mnt/usb1/ann/a')).toBe(true);
    expect(new FilesLook(store, 'bob').favourites$.value).toEqual([]);
  });

  it('has room for twenty, and the oldest goes', () => {
    const look = new FilesLook(settings(), 'ann');
    for (let at = 0; at < 21; at++) look.favour({ path: `/mnt/usb1/ann/${at}`, name: String(at) }, true);
    expect(look.favourites$.value).toHaveLength(20);
    expect(look.isFavourite('/mnt/usb1/ann/0')).toBe(false);
  });

  it('shows columns in one order, whichever came last', () => {
    const look = new FilesLook(settings(), 'ann');
    look.show('size', false);
    look.show('ctime', true);
    look.show('size', true);
    expect(look.look$.value.columns).toEqual(['type', 'size', 'mtime', 'ctime']);
  });
});
