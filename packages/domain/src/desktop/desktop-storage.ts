import type { DesktopWindow, WindowRect, DesktopSize, WindowId } from './desktop.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

const rectFrom = (value: unknown): WindowRect | null => {
  if (!isJsonObject(value)) return null;
  const { x, y, width, height } = value;
  const numbers = [x, y, width, height];
  if (!numbers.every((part): part is number => typeof part === 'number' && Number.isFinite(part))) return null;
  const [left = 0, top = 0, wide = 0, high = 0] = numbers;
  return { x: left, y: top, width: wide, height: high };
};

const windowFrom = (value: unknown): DesktopWindow | null => {
  const rect = rectFrom(value);
  if (rect === null || !isJsonObject(value)) return null;
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
  const value = parseJson(text);
  return Array.isArray(value) ? value.map(windowFrom).filter((window) => window !== null) : [];
};

const rectsFrom = (value: unknown): ReadonlyMap<string, WindowRect> =>
  new Map(
    (isJsonObject(value) ? Object.entries(value) : []).flatMap(([component, rect]) => {
      const place = rectFrom(rect);
      return place === null ? [] : [[component, place] as const];
    }),
  );

/** Last bounds of each app's window per screen size (see {@link screenKeyOf}); the screen used last is at the end. */
export type PlacementsByScreen = ReadonlyMap<string, ReadonlyMap<string, WindowRect>>;

/** Screen sizes are rounded to this step in px, because the browser's own bars appear and disappear. */
const SCREEN_STEP_PX = 160;
/** How many screens are remembered: a laptop, its dock, a television, and browser window sizes in between. */
const MAX_SCREENS = 12;

/** Storage key of a screen size. */
export const screenKeyOf = ({ width, height }: DesktopSize): string =>
  `${Math.round(width / SCREEN_STEP_PX)}x${Math.round(height / SCREEN_STEP_PX)}`;

export const readPlacements = (text: string | null): PlacementsByScreen => {
  const value = parseJson(text);
  return new Map(
    (isJsonObject(value) ? Object.entries(value) : [])
      .map(([screen, rects]) => [screen, rectsFrom(rects)] as const)
      .filter(([, rects]) => rects.size > 0),
  );
};

export const writePlacements = (placements: PlacementsByScreen): string =>
  JSON.stringify(
    Object.fromEntries(
      [...placements].slice(-MAX_SCREENS).map(([screen, rects]) => [screen, Object.fromEntries(rects)]),
    ),
  );

/** Titles joined by commas (SHELL-38); a title cannot contain a comma. */
export const readIcons = (text: string | null): readonly string[] | null =>
  text === null ? null : text.split(',').filter((title) => title !== '');

export const writeIcons = (titles: readonly string[]): string =>
  [...new Set(titles.map((title) => title.replaceAll(',', ' ').trim()).filter((title) => title !== ''))].join(',');
