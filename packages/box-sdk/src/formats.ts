/** How sizes, speeds and times are written (CONST-30, CONST-31, CONST-75, FILES-09, UPLOAD-29, G-50). */
import { SIZE_UNITS, SPEED_UNIT_SWITCH } from './constants.ts';

const MB = 1024 * 1024;

/** CONST-31: the largest fitting unit, base 1024, two decimals; bytes without decimals. */
export const formatSize = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  // 1023.995 KB would print as "1024.00 KB": it is 1.00 MB.
  while (unit < SIZE_UNITS.length - 1 && Number(value.toFixed(unit === 0 ? 0 : 2)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(unit === 0 ? 0 : 2)} ${SIZE_UNITS[unit] ?? ''}`;
};

/** Below this a size in MB with two decimals says nothing. */
const LEAST_MB = 0.01 * MB;
/** Between the groups of digits before the point. */
const GROUPS = /\B(?=(?:\d{3})+\.)/gu;

/** FILES-09: the size column of a list: MB with two decimals and groups of digits; what would be 0.00 MB in KB or bytes; nothing for folders. */
export const formatListSize = (bytes: number, folder = false): string => {
  if (folder) return '';
  return bytes < LEAST_MB ? formatSize(bytes) : `${(bytes / MB).toFixed(2).replace(GROUPS, ',')} MB`;
};

/** CONST-30, UPLOAD-29: MB/s above 1 MB per second, KB/s otherwise. */
export const formatUploadSpeed = (bytesPerSecond: number): string =>
  bytesPerSecond > SPEED_UNIT_SWITCH
    ? `${(bytesPerSecond / MB).toFixed(2)} MB/s`
    : `${(bytesPerSecond / 1024).toFixed(2)} KB/s`;

/** A rate of anything else: the size per second. */
export const formatRate = (bytesPerSecond: number): string => `${formatSize(Math.round(bytesPerSecond))}/s`;

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (zone: string | undefined): Intl.DateTimeFormat => {
  const key = zone ?? '';
  const present = clocks.get(key);
  if (present !== undefined) return present;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(key, made);
  return made;
};

/** CONST-75: epoch seconds as `YYYY-MM-DD HH:mm:ss` in an IANA zone, the reader's own without one; empty when there is no such time. */
export const formatTime = (epochSeconds: number, zone?: string): string => {
  const date = new Date(epochSeconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(date)) part[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part;
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** A length of time in whole seconds as `1d 02:03:04`; days only when there are any. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const clock = `${two(Math.floor(whole / 3600) % 24)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  const days = Math.floor(whole / 86_400);
  return days === 0 ? clock : `${days}d ${clock}`;
};
