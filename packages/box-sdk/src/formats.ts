/** Formats of sizes, speeds and times (CONST-30, CONST-31, CONST-75, FILES-09, UPLOAD-29, G-50). */
import { SIZE_UNITS, MB_SPEED_THRESHOLD_BYTES } from './constants.ts';

const MB = 1024 * 1024;

/** CONST-31: formats a size in the largest fitting unit, base 1024, with two decimals; bytes without decimals. */
export const formatSize = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  // 1023.995 KB would print as "1024.00 KB", so it becomes 1.00 MB.
  while (unit < SIZE_UNITS.length - 1 && Number(value.toFixed(unit === 0 ? 0 : 2)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(unit === 0 ? 0 : 2)} ${SIZE_UNITS[unit] ?? ''}`;
};

/** Smallest size in bytes that does not print as 0.00 MB. */
const MIN_MB_DISPLAY_BYTES = 0.01 * MB;
/** Positions between groups of three digits before the decimal point. */
const DIGIT_GROUPS = /\B(?=(?:\d{3})+\.)/gu;

/**
 * FILES-09: formats the size column of a list. MB with two decimals and digit groups; KB or bytes for sizes that would
 * print as 0.00 MB; empty for folders.
 */
export const formatListSize = (bytes: number, isFolder = false): string => {
  if (isFolder) return '';
  return bytes < MIN_MB_DISPLAY_BYTES ? formatSize(bytes) : `${(bytes / MB).toFixed(2).replace(DIGIT_GROUPS, ',')} MB`;
};

/** CONST-30, UPLOAD-29: MB/s above 1 MB per second, KB/s otherwise. */
export const formatUploadSpeed = (bytesPerSecond: number): string =>
  bytesPerSecond > MB_SPEED_THRESHOLD_BYTES
    ? `${(bytesPerSecond / MB).toFixed(2)} MB/s`
    : `${(bytesPerSecond / 1024).toFixed(2)} KB/s`;

/** Formats any other rate as size per second. */
export const formatRate = (bytesPerSecond: number): string => `${formatSize(Math.round(bytesPerSecond))}/s`;

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterFor = (zone: string | undefined): Intl.DateTimeFormat => {
  const key = zone ?? '';
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  const formatter = new Intl.DateTimeFormat('en-GB', {
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
  formatters.set(key, formatter);
  return formatter;
};

/**
 * CONST-75: formats epoch seconds as `YYYY-MM-DD HH:mm:ss` in an IANA zone, by default the local zone of the user;
 * empty for an invalid time.
 */
export const formatTime = (epochSeconds: number, zone?: string): string => {
  const date = new Date(epochSeconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterFor(zone).formatToParts(date)) part[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part;
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** Formats a duration in seconds as `1d 02:03:04`; the days are left out when they are 0. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const padTwo = (n: number) => String(n).padStart(2, '0');
  const clock = `${padTwo(Math.floor(whole / 3600) % 24)}:${padTwo(Math.floor(whole / 60) % 60)}:${padTwo(whole % 60)}`;
  const days = Math.floor(whole / 86_400);
  return days === 0 ? clock : `${days}d ${clock}`;
};
