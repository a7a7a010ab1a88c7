import { describe, expect, it } from 'vitest';
import { savePosition, savedPosition } from './playback-positions.ts';

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
    savePosition(settings, '/a.mp4', 61.7, 600);
    expect(savedPosition(settings, '/a.mp4')).toBe(61);
    savePosition(settings, '/a.mp4', 597, 600);
    expect(savedPosition(settings, '/a.mp4')).toBe(0);
    savePosition(settings, '/a.mp4', 3, 600);
    expect(savedPosition(settings, '/a.mp4')).toBe(0);
  });

  it('keeps a hundred films and forgets the longest unseen one', () => {
    const settings = memory();
    for (let n = 0; n <= 100; n += 1) savePosition(settings, `/${n}.mp4`, 60, 600);
    expect(savedPosition(settings, '/0.mp4')).toBe(0);
    expect(savedPosition(settings, '/1.mp4')).toBe(60);
    expect(savedPosition(settings, '/100.mp4')).toBe(60);
  });

  it('reads broken storage as nothing', () => {
    const settings = memory();
    settings.setText('', '{"a":');
    expect(savedPosition(settings, '/a.mp4')).toBe(0);
    settings.setText('', '[["/a.mp4","x"],3]');
    expect(savedPosition(settings, '/a.mp4')).toBe(0);
  });
});
