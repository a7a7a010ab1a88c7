import { describe, expect, it } from 'vitest';
import { createTypeAhead } from './type-ahead.ts';

const names = ['apple', 'Banana', 'berry', 'blue', '北京', 'cherry'];
/** The fifth item also matches another spelling. */
const at = (i: number): readonly string[] => [names[i] ?? '', ...(i === 4 ? ['beijing'] : [])];

describe('type to find', () => {
  it('narrows while letters follow quickly, starts anew after a pause', () => {
    const find = createTypeAhead();
    expect(find.find('b', 0, 6, at, 0)).toBe(1);
    expect(find.find('l', 100, 6, at, 1)).toBe(3);
    expect(find.isTyping(200)).toBe(true);
    expect(find.isTyping(2000)).toBe(false);
    expect(find.find('c', 2000, 6, at, 3)).toBe(5);
  });

  it('the same letter goes round', () => {
    const find = createTypeAhead();
    const visited: number[] = [];
    let from = 0;
    for (let i = 0; i < 4; i += 1) visited.push((from = find.find('b', i * 100, 6, at, from)));
    expect(visited).toEqual([1, 2, 3, 4]);
  });

  it('finds Chinese names and says when nothing fits', () => {
    expect(createTypeAhead().find('北', 0, 6, at, -1)).toBe(4);
    const find = createTypeAhead();
    for (const [nth, letter] of ['b', 'e', 'i'].entries()) find.find(letter, nth * 100, 6, at, -1);
    expect(find.find('j', 400, 6, at, -1)).toBe(4);
    expect(createTypeAhead().find('z', 0, 6, at, 0)).toBe(-1);
    expect(createTypeAhead().find('z', 0, 0, at, -1)).toBe(-1);
  });
});
