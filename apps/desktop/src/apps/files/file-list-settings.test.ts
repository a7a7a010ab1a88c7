import { describe, expect, it } from 'vitest';
import { FileListSettings } from './file-list-settings.ts';

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
    const look = new FileListSettings(store, 'ann');
    expect(look.appearance$.value).toEqual({ columns: ['type', 'size', 'mtime'], dense: 0 });
  });

  it('shows columns in one order, whichever came last', () => {
    const look = new FileListSettings(settings(), 'ann');
    look.setColumnShown('size', false);
    look.setColumnShown('ctime', true);
    look.setColumnShown('size', true);
    expect(look.appearance$.value.columns).toEqual(['type', 'size', 'mtime', 'ctime']);
  });
});
