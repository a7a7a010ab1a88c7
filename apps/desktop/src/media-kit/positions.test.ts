import { describe, expect, it } from 'vitest';
import { keepPosition, positionOf } from './positions.ts';

const memory = () => {
  let kept: string | null = null;
  return {
    text: () => kept,
    setText: (_: string, value: string | null) => {
      kept = value;
    },
  };
};

describe('where films were left', () => {
  it('PREVIEW-03: goes back to the second, not to the very beginning or end', () => {
    const settings = memory();
    keepPosition(settings, '/a.mp4', 61.7, 600);
    expect(positionOf(settings, '/a.mp4')).toBe(61);
    keepPosition(settings, '/a.mp4', 597, 600);
    expect(positionOf(settings, '/a.mp4')).toBe(0);
    keepPosition(settings, '/a.mp4', 3, 600);
    expect(positionOf(settings, '/a.mp4')).toBe(0);
  });

  it('keeps a hundred films and forgets the longest unseen one', () => {
    const settings = memory();
    for (let n = 0; n <= 100; n += 1) keepPosition(settings, `/${n}.mp4`, 60, 600);
    expect(positionOf(settings, '/0.mp4')).toBe(0);
    expect(positionOf(settings, '/1.mp4')).toBe(60);
    expect(positionOf(settings, '/100.mp4')).toBe(60);
  });

  it('reads broken storage as nothing', () => {
    const settings = memory();
    settings.setText('', '{"a":');
    expect(positionOf(settings, '/a.mp4')).toBe(0);
    settings.setText('', '[["/a.mp4","x"],3]');
    expect(positionOf(settings, '/a.mp4')).toBe(0);
  });
});
