import { describe, expect, it } from 'vitest';
import { isNamed, matching } from './palette-match.ts';

const items = [
  { label: 'Task Centre', also: ['任务中心'] },
  { label: 'Settings', also: ['设置'] },
  { label: 'Device Status', also: ['设备状态'] },
  { label: 'Desktop settings', also: ['桌面设置'] },
];
const found = (query: string) => matching(items, query).map(({ label }) => label);

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
  it('tells what has the query in a name from what has only its letters: files come between the two', () => {
    const named = (query: string) => items.filter((item) => isNamed(item, query)).map(({ label }) => label);
    expect(named(' SET')).toEqual(['Settings', 'Desktop settings']);
    expect(named('状态')).toEqual(['Device Status']);
    expect(named('tc')).toEqual([]);
  });
});
