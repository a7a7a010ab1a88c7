import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import tokens from '../tokens.css?raw';
import css from './progress.module.css?raw';
import { ProgressBar, ProgressRing } from './Progress.tsx';

describe('progress', () => {
  it('says how far it is, in numbers and in words', () => {
    render(<ProgressBar label="Upload" value={41.6} valueText="5 of 12 files" />);
    const bar = screen.getByRole('progressbar', { name: 'Upload' });
    expect(bar.getAttribute('aria-valuenow')).toBe('42');
    expect(bar.getAttribute('aria-valuetext')).toBe('5 of 12 files');
  });

  it.each([
    [-5, '0'],
    [250, '100'],
    [Number.NaN, '0'],
  ])('keeps %d within 0 and 100', (value, now) => {
    render(<ProgressBar label="x" value={value} />);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(now);
  });

  it('an unknown amount has no value', () => {
    render(<ProgressRing label="x" value={null} />);
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
  });

  /** Hue in degrees of the light and of the dark colour of a token. */
  const hues = (name: string): number[] => {
    const pair = new RegExp(`--bw-task-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
    return [pair?.[1], pair?.[2]].map((hex = '') => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
      return ((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360;
    });
  };

  it('TASK-04, TASK-06, TASK-07, TASK-08: failed is red, success green, processing blue, paused orange', () => {
    for (const state of ['failed', 'success', 'processing', 'paused'])
      expect(css).toMatch(new RegExp(`\\.${state} \\{\\s*--colour: var\\(--bw-task-${state}\\);`));
    for (const [name, low, high] of [
      ['failed', -12, 16],
      ['success', 115, 160],
      ['processing', 200, 225],
      ['paused', 22, 42],
    ] as const) {
      for (const hue of hues(name)) {
        const turned = hue > 340 ? hue - 360 : hue;
        expect(turned, name).toBeGreaterThanOrEqual(low);
        expect(turned, name).toBeLessThanOrEqual(high);
      }
    }
  });
});
