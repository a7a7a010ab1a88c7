import { describe, expect, it } from 'vitest';
import { allButOne, copiesOf, canSelectCopy } from './duplicate-copies.ts';

const file = (path: string, mtime = 5) => ({ path, size: 10, mtime });
const of = (...files: readonly ReturnType<typeof file>[]) =>
  copiesOf({ id: 'p', md512kb: 'h', size: 10, files: [...files] }, ({ path }) => !path.startsWith('/theirs/'));
const paths = (files: readonly { readonly path: string }[]): readonly string[] => files.map(({ path }) => path);

describe('copies of a picture', () => {
  it('the oldest is kept, of equally old ones that which lies least deep', () => {
    expect(paths(allButOne([of(file('/new', 9), file('/backup/old', 1), file('/old', 1))]))).toEqual([
      '/backup/old',
      '/new',
    ]);
  });

  it('what belongs to somebody else is neither deleted nor taken for the one that is kept', () => {
    const picture = of(file('/theirs/a', 1), file('/mine', 2));
    expect([picture.own.length, picture.others.length]).toEqual([1, 1]);
    expect(allButOne([picture])).toEqual([]);
    expect(canSelectCopy(picture, file('/mine'), new Set())).toBe(false);
  });

  it('the last one that is left cannot be chosen, and what is chosen can be let go of', () => {
    const picture = of(file('/a'), file('/b'), file('/c'));
    const chosen = new Set(['/a', '/b']);
    expect([canSelectCopy(picture, file('/c'), chosen), canSelectCopy(picture, file('/a'), chosen)]).toEqual([
      false,
      true,
    ]);
    expect(canSelectCopy(picture, file('/b'), new Set(['/a']))).toBe(true);
  });
});
