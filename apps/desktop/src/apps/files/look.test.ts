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
    const look = new FilesLook(store, 'ann');
    expect(look.look$.value).toEqual({ columns: ['type', 'size', 'mtime'], dense: 0 });
  });

  it('shows columns in one order, whichever came last', () => {
    const look = new FilesLook(settings(), 'ann');
    look.show('size', false);
    look.show('ctime', true);
    look.show('size', true);
    expect(look.look$.value.columns).toEqual(['type', 'size', 'mtime', 'ctime']);
  });
});
