import { describe, expect, it } from 'vitest';
import { apps } from '../../apps/index.ts';
import { groupItems, matchesName, matchingItems } from './palette-match.ts';
import { PALETTE_SYNONYMS } from './palette-synonyms.ts';

const items = [
  { label: 'Task Centre', otherNames: ['任务中心'] },
  { label: 'Settings', otherNames: ['设置'] },
  { label: 'Device Status', otherNames: ['设备状态'] },
  { label: 'Desktop settings', otherNames: ['桌面设置'] },
];
const found = (query: string) => matchingItems(items, query).map(({ label }) => label);

describe('the command palette', () => {
  it('lists everything for an empty query', () => {
    expect(found('  ')).toHaveLength(4);
  });
  it('prefers the beginning of a word over the middle, and the middle over scattered letters', () => {
    expect(found('set').slice(0, 2)).toEqual(['Settings', 'Desktop settings']);
    expect(found('sta')[0]).toBe('Device Status');
    expect(found('tc')).toEqual(['Task Centre']);
  });
  it('finds by the other language and finds nothing for nonsense', () => {
    expect(found('任务')).toEqual(['Task Centre']);
    expect(found('zzz')).toEqual([]);
  });
  it('finds Chinese names by their syllables and first letters, after what is written so', () => {
    expect(found('renwu')).toEqual(['Task Centre']);
    expect(found('zmsz')).toEqual(['Desktop settings']);
    const two = [
      { label: '设置', otherNames: [] },
      { label: 'Shezhi', otherNames: [] },
    ];
    expect(matchingItems(two, 'shezhi').map(({ label }) => label)).toEqual(['Shezhi', '设置']);
    expect(items.filter((item) => matchesName(item, 'sbzt'))).toHaveLength(1);
  });
  it('finds by what people call it who know another desktop, from the beginning of a word and after every name', () => {
    const known = [
      { label: 'Recycle bin', otherNames: [], synonyms: ['trash', '废纸篓'] },
      { label: 'Sign out', otherNames: [], synonyms: ['log out', 'switch user'] },
      { label: 'Trash talk', otherNames: [] },
    ];
    const by = (query: string) => matchingItems(known, query).map(({ label }) => label);
    expect(by('trash')).toEqual(['Trash talk', 'Recycle bin']);
    expect([by('log out'), by('User'), by('废纸篓'), by('feizhilou')]).toEqual([
      ['Sign out'],
      ['Sign out'],
      ['Recycle bin'],
      ['Recycle bin'],
    ]);
    expect([by('rash').includes('Recycle bin'), by('t').includes('Recycle bin')]).toEqual([false, false]);
    expect(known.filter((one) => matchesName(one, 'tra')).map(({ label }) => label)).toEqual([
      'Recycle bin',
      'Trash talk',
    ]);
  });
  it('has synonyms for apps alone that there are', () => {
    const ids = apps.map(({ id }) => `app-${id}`);
    const named = Object.keys(PALETTE_SYNONYMS).filter((id) => id.startsWith('app-'));
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });
  it('stands in groups, that of the best first, and each in its order', () => {
    const list = ['b1', 'a1', 'b2', 'c1'].map((id) => ({ id, group: id.slice(0, 1) }));
    expect(groupItems(list).map(({ title, items: of }) => [title, of.map(({ id }) => id)])).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1']],
      ['c', ['c1']],
    ]);
  });
  it('tells what has the query in a name from what has only its letters: files come between the two', () => {
    const named = (query: string) => items.filter((item) => matchesName(item, query)).map(({ label }) => label);
    expect(named(' SET')).toEqual(['Settings', 'Desktop settings']);
    expect(named('状态')).toEqual(['Device Status']);
    expect(named('tc')).toEqual([]);
  });
});
