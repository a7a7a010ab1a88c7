import type { DesktopWindow, Rect, Size, WindowId } from './desktop.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

const rectFrom = (value: unknown): Rect | null => {
  if (!isJson(value)) return null;
  const { x, y, width, height } = value;
  const numbers = [x, y, width, height];
  if (!numbers.every((part): part is number => typeof part === 'number' && Number.isFinite(part))) return null;
  const [left = 0, top = 0, wide = 0, high = 0] = numbers;
  return { x: left, y: top, width: wide, height: high };
};

const windowFrom = (value: unknown): DesktopWindow | null => {
  const rect = rectFrom(value);
  if (rect === null || !isJson(value)) return null;
  const { id, title, icon, color, component, pageIndex, zIndex, params, document } = value;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof icon !== 'string') return null;
  if (typeof color !== 'string' || typeof component !== 'string') return null;
  if (typeof pageIndex !== 'number' || typeof zIndex !== 'number') return null;
  const normal = rectFrom(value['normal']);
  const zones = ['left', 'right', 'top', 'bottom', 'top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
  return {
    id: id as WindowId,
    title,
    icon,
    color,
    component,
    pageIndex,
    ...rect,
    zIndex,
    visible: true,
    isMinimized: value['isMinimized'] === true,
    isMaximized: value['isMaximized'] === true,
    params: params ?? null,
    document: typeof document === 'string' ? document : null,
    normal,
    snapped: zones.find((zone) => zone === value['snapped']) ?? null,
  };
};

/** Reads the windows stored before a reload; invalid ones are skipped. */
export const readWindows = (text: string | null): readonly DesktopWindow[] => {
  const value = parse(text);
  return Array.isArray(value) ? value.map(windowFrom).filter((window) => window !== null) : [];
};

const rectsFrom = (value: unknown): ReadonlyMap<string, Rect> =>
  new Map(
    (isJson(value) ? Object.entries(value) : []).flatMap(([component, rect]) => {
      const place = rectFrom(rect);
      return place === null ? [] : [[component, place] as const];
    }),
  );

/** Last bounds of each app's window per screen size (see {@link screenKeyOf}); the screen used last is at the end. */
export type Places = ReadonlyMap<string, ReadonlyMap<string, Rect>>;

/** Screen sizes are rounded to this step in px, because the browser's own bars appear and disappear. */
const SCREEN_STEP = 160;
/** How many screens are remembered: a laptop, its dock, a television, and browser window sizes in between. */
const MAX_SCREENS = 12;

/** Storage key of a screen size. */
export const screenOf = ({ width, height }: Size): string =>
  `${Math.round(width / SCREEN_STEP)}x${Math.round(height / SCREEN_STEP)}`;

export const readPlaces = (text: string | null): Places => {
  const value = parse(text);
  return new Map(
    (isJson(value) ? Object.entries(value) : [])
      .map(([screen, places]) => [screen, rectsFrom(places)] as const)
      .filter(([, places]) => places.size > 0),
  );
};

export const writePlaces = (places: Places): string =>
  JSON.stringify(
    Object.fromEntries([...places].slice(-MAX_SCREENS).map(([screen, rects]) => [screen, Object.fromEntries(rects)])),
  );

/** Titles joined by commas (SHELL-38); a title cannot contain a comma. */
export const readIcons = (text: string | null): readonly string[] | null =>
  text === null ? null : text.split(',').filter((title) => title !== '');

export const writeIcons = (titles: readonly string[]): string =>
  [...new Set(titles.map((title) => title.replaceAll(',', ' ').trim()).filter((title) => title !== ''))].join(',');
