import type { CaptureTimeSource } from '@boxwood/box-sdk';

/** When a picture was taken: `taken` in epoch seconds, `zone` in minutes east of UTC. */
export interface CaptureTime {
  readonly taken: number;
  readonly zone: number;
  readonly takenfrom: CaptureTimeSource;
}

/** No photo is older. A camera whose clock was not set reports an earlier time. */
const EARLIEST_CAPTURE_MS = Date.UTC(1840, 0, 1);
/** Tolerance for a camera clock that is ahead. */
const MAX_CLOCK_LEAD_MS = 24 * 3600_000;

/** The box's offset from UTC at a time, in minutes east. */
const boxZoneAt = (ms: number): number => -new Date(ms).getTimezoneOffset();

const parseZone = (text: string | null): number | null => {
  const found = /^([+-])(\d\d):?(\d\d)$/.exec(text ?? '');
  if (text === 'Z') return 0;
  if (found === null) return null;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return minutes > 14 * 60 ? null : found[1] === '-' ? -minutes : minutes;
};

/** A wall-clock time in milliseconds, encoded as UTC; null for a date that does not exist. */
const parseWallClock = (parts: readonly (string | undefined)[]): number | null => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? '0'));
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  return isReal && minute < 60 && second < 61 ? ms : null;
};

const fromWallClock = (wall: number, zone: number | null, takenfrom: CaptureTimeSource): CaptureTime => {
  // Without a zone in the metadata, use the zone of the box.
  const minutes = zone ?? boxZoneAt(wall);
  return { taken: Math.floor(wall / 1000) - minutes * 60, zone: minutes, takenfrom };
};

/** `IMG_20240501_103000.jpg`, `2024-05-01 10.30.00.png`, `Screenshot_2024-05-01-10-30-00`, `IMG-20240501-WA0003`. */
const DATE_IN_NAME =
  /(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?:[-_. T]{0,4}([01]\d|2[0-3])[-_.:h]?([0-5]\d)[-_.:m]?([0-5]\d))?(?!\d{5})/;
/** Milliseconds since the epoch, as messengers use in file names. */
const EPOCH_MS_IN_NAME = /(?<!\d)(1[0-9]\d{11})(?!\d)/;

/** The time in a file name, if there is one. */
export const captureTimeFromName = (name: string, now: number): CaptureTime | null => {
  const epochMs = Number(EPOCH_MS_IN_NAME.exec(name)?.[1] ?? '0');
  if (epochMs > Date.UTC(2005, 0, 1) && epochMs < now + MAX_CLOCK_LEAD_MS)
    return { taken: Math.floor(epochMs / 1000), zone: boxZoneAt(epochMs), takenfrom: 'name' };
  const found = DATE_IN_NAME.exec(name);
  const wall = found === null ? null : parseWallClock(found.slice(1));
  // Google Pixel phones name their photos by UTC.
  const zone = name.startsWith('PXL_') ? 0 : null;
  if (wall === null || wall > now + MAX_CLOCK_LEAD_MS) return null;
  return zone === 0
    ? { taken: Math.floor(wall / 1000), zone: boxZoneAt(wall), takenfrom: 'name' }
    : fromWallClock(wall, null, 'name');
};

/** The time that a camera wrote, such as `2024:05:01 10:30:00` in its local time. */
export const captureTimeFromCamera = (written: string | null, zone: string | null, now: number): CaptureTime | null => {
  const found = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(written ?? '');
  const wall = found === null ? null : parseWallClock(found.slice(1));
  if (wall === null || wall < EARLIEST_CAPTURE_MS || wall > now + MAX_CLOCK_LEAD_MS) return null;
  return fromWallClock(wall, parseZone(zone), 'camera');
};

/** The file's modification time, as the last resort. */
export const captureTimeFromFile = (mtimeMs: number): CaptureTime => ({
  taken: Math.floor(mtimeMs / 1000),
  zone: boxZoneAt(mtimeMs),
  takenfrom: 'file',
});
