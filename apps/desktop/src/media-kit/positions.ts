import type { Settings } from '@boxwood/domain';

const KEY = 'video_positions';
/** This many films are remembered; the longest unseen one goes first. */
const MOST = 100;
/** A film is over, or not begun, within this many seconds of its ends. */
const EDGE = 10;

type Positions = readonly (readonly [path: string, seconds: number])[];

const isPosition = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number' && Number.isFinite(value[1]);

const read = (settings: Pick<Settings, 'text'>): Positions => {
  try {
    const value: unknown = JSON.parse(settings.text(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isPosition) : [];
  } catch {
    return [];
  }
};

/** Where a film was left, in seconds; 0 from the beginning. */
export const positionOf = (settings: Pick<Settings, 'text'>, path: string): number =>
  read(settings).find(([one]) => one === path)?.[1] ?? 0;

/** Remembers where a film is; near its beginning or its end there is nothing to go back to. */
export const keepPosition = (
  settings: Pick<Settings, 'text' | 'setText'>,
  path: string,
  seconds: number,
  duration: number,
): void => {
  const others = read(settings).filter(([one]) => one !== path);
  const inside = seconds > EDGE && seconds < duration - EDGE;
  const next: Positions = inside ? [...others, [path, Math.floor(seconds)] as const].slice(-MOST) : others;
  settings.setText(KEY, JSON.stringify(next));
};
