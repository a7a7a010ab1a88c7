import { expect, it } from 'vitest';
import { createPathFilter } from './path-filters.ts';
import { compileGlob } from './remote-paths.ts';

it('a pattern is a name, or names with folders between, and nothing of it is an expression', () => {
  const fits = (pattern: string, ...paths: readonly string[]) => paths.map((path) => compileGlob(pattern).test(path));
  expect(fits('*.jpg', 'a.jpg', '.jpg', 'a.jpgx', 'b/a.jpg', 'aXjpg')).toEqual([true, true, false, false, false]);
  expect(fits('IMG_?(1).*', 'IMG_2(1).jpg', 'IMG_22(1).jpg')).toEqual([true, false]);
  expect(fits('2025/**', '2025/a', '2025/a/b', '2025', '2024/a')).toEqual([true, true, true, false]);
  expect(fits('**/a', 'a', 'x/y/a', 'x/ab')).toEqual([true, true, false]);
  expect(fits('a*b*c', 'abbbc', 'aXbYc', 'acb')).toEqual([true, true, false]);
  // A pattern that would backtrack exponentially ends at once.
  expect(fits(`${'a*'.repeat(30)}b`, 'a'.repeat(5000))).toEqual([false]);
});

it('what goes along: not what is excluded, and of files what is included', () => {
  const keep = createPathFilter({ include: ['*.jpg', '2025/**'], exclude: ['cache/', '*.tmp.jpg'] });
  const asked = ['a.jpg', 'x/a.jpg', 'a.txt', '2025/a.txt', 'x/', 'cache/', 'x/cache/', 'a.tmp.jpg', 'cache'];
  expect(asked.filter(keep)).toEqual(['a.jpg', 'x/a.jpg', '2025/a.txt', 'x/']);
  expect(createPathFilter({})('anything')).toBe(true);
});
