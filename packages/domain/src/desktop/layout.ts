import type { DesktopWindow, Rect, WindowId } from './desktop.ts';

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

/** The windows of this tab as they were before a reload; damaged ones are left out. */
export const readWindows = (text: string | null): readonly DesktopWindow[] => {
  const value = parse(text);
  return Array.isArray(value) ? value.map(windowFrom).filter((window) => window !== null) : [];
};

/** Where each app's window was last. */
export const readPlaces = (text: string | null): ReadonlyMap<string, Rect> => {
  const value = parse(text);
  const entries = isJson(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([component, rect]) => {
      const place = rectFrom(rect);
      return place === null ? [] : [[component, place] as const];
    }),
  );
};

export const writePlaces = (places: ReadonlyMap<string, Rect>): string => JSON.stringify(Object.fromEntries(places));

/** Titles joined by commas (SHELL-38); a title cannot hold a comma. */
export const readIcons = (text: string | null): readonly string[] | null =>
  text === null ? null : text.split(',').filter((title) => title !== '');

export const writeIcons = (titles: readonly string[]): string =>
  [...new Set(titles.map((title) => title.replaceAll(',', ' ').trim()).filter((title) => title !== ''))].join(',');
