import { describe, expect, it } from 'vitest';
import tokens from '../tokens.css?raw';

type Rgb = readonly [number, number, number];
type Theme = 'light' | 'dark';

const raw = new Map([...tokens.matchAll(/(--bw-[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', (m[2] ?? '').trim()]));

function colour(name: string, theme: Theme): Rgb {
  const value = raw.get(name) ?? '';
  const pair = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value);
  const hex = pair === null ? value : ((theme === 'light' ? pair[1] : pair[2]) ?? '');
  if (!/^#[\da-f]{6}$/.test(hex)) throw new Error(`${name} is not a plain colour: ${value}`);
  const part = (from: number): number => parseInt(hex.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

const linear = (c: number): number => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Contrast ratio of WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const grounds = ['--bw-surface', '--bw-surface-raised', '--bw-surface-sunken', '--bw-surface-chrome'];
const textTokens = ['text', 'text-muted', 'text-faint', 'accent-text', 'danger', 'warning', 'success', 'info'];

describe.each(['light', 'dark'] as const)('tokens, %s theme', (theme) => {
  it.each(textTokens.flatMap((word) => grounds.map((ground) => [`--bw-${word}`, ground] as const)))(
    '%s on %s reaches 4.5 to 1',
    (word, ground) => {
      expect(contrast(colour(word, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ['--bw-on-accent', '--bw-accent'],
    ['--bw-on-accent', '--bw-accent-hover'],
    ['--bw-on-accent', '--bw-accent-pressed'],
    ['--bw-on-danger', '--bw-danger-fill'],
    ['--bw-on-danger', '--bw-danger-fill-hover'],
    ['--bw-text', '--bw-accent-soft'],
    ['--bw-text-muted', '--bw-accent-soft'],
    ['--bw-accent-text', '--bw-accent-soft'],
    ['--bw-danger', '--bw-danger-soft'],
    ['--bw-warning', '--bw-warning-soft'],
    ['--bw-success', '--bw-success-soft'],
    ['--bw-info', '--bw-info-soft'],
  ])('%s on %s reaches 4.5 to 1', (word, ground) => {
    expect(contrast(colour(word, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['failed', 'success', 'processing', 'paused', 'waiting'])(
    'task colour %s stands out of its track',
    (state) => {
      expect(contrast(colour(`--bw-task-${state}`, theme), colour('--bw-track', theme))).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(['--bw-border-strong', '--bw-focus', '--bw-accent'])('%s outlines controls at 3 to 1', (name) => {
    for (const ground of ['--bw-surface', '--bw-surface-raised', '--bw-surface-sunken']) {
      expect(contrast(colour(name, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
    }
  });

  it('chart series stand out of the surface', () => {
    for (let i = 1; i <= 8; i += 1) {
      expect(contrast(colour(`--bw-series-${i}`, theme), colour('--bw-surface', theme))).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('stylesheets', () => {
  const modules = import.meta.glob<string>('../**/*.module.css', { query: '?raw', import: 'default', eager: true });
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });

  it('every class a component names is in its stylesheet', () => {
    const missing: string[] = [];
    for (const [path, source] of Object.entries(sources)) {
      const file = /import styles from '\.\/(.+\.module\.css)'/.exec(source)?.[1];
      if (file === undefined) continue;
      const css = modules[`${path.slice(0, path.lastIndexOf('/'))}/${file}`] ?? '';
      for (const [, name = ''] of source.matchAll(/styles\.(\w+)/g)) {
        if (!new RegExp(`\\.${name}\\b`).test(css)) missing.push(`${path}: ${name}`);
      }
    }
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('components use known tokens only, and no literal z-index above the local stack', () => {
    const wrong: string[] = [];
    for (const [path, css] of Object.entries(modules)) {
      for (const [, name = ''] of css.matchAll(/var\((--bw-[\w-]+)/g))
        if (!raw.has(name)) wrong.push(`${path}: ${name}`);
      for (const [, z = ''] of css.matchAll(/z-index:\s*(\d+)/g))
        if (Number(z) > 20) wrong.push(`${path}: z-index ${z}`);
      if (!css.startsWith('@layer bw-base, bw-components;')) wrong.push(`${path}: no layer order`);
    }
    expect(wrong).toEqual([]);
  });
});
