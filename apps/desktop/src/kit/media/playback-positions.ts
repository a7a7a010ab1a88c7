import type { Settings } from '@boxwood/domain';

const STORAGE_KEY = 'video_positions';
/** Maximum number of stored positions; the least recently used one is removed. */
const MAX_POSITIONS = 100;
/** Positions within this many seconds of the start or end are not stored. */
const EDGE_SECONDS = 10;

type Positions = readonly (readonly [path: string, seconds: number])[];

const isPosition = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number' && Number.isFinite(value[1]);

const read = (settings: Pick<Settings, 'text'>): Positions => {
  try {
    const value: unknown = JSON.parse(settings.text(STORAGE_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isPosition) : [];
  } catch {
    return [];
  }
};

/** The stored position in seconds; 0 if there is none. */
export const savedPosition = (settings: Pick<Settings, 'text'>, path: string): number =>
  read(settings).find(([one]) => one === path)?.[1] ?? 0;

/** Stores the position; near the start or end it removes the stored one. */
export const savePosition = (
  settings: Pick<Settings, 'text' | 'setText'>,
  path: string,
  seconds: number,
  duration: number,
): void => {
  const others = read(settings).filter(([one]) => one !== path);
  const isResumable = seconds > EDGE_SECONDS && seconds < duration - EDGE_SECONDS;
  const next: Positions = isResumable
    ? [...others, [path, Math.floor(seconds)] as const].slice(-MAX_POSITIONS)
    : others;
  settings.setText(STORAGE_KEY, JSON.stringify(next));
};
