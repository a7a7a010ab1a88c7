import { formatRate, formatSize, formatUploadSpeed } from '@boxwood/box-sdk/rules';

/** Formats of sizes, speeds and times (base 1024 with two decimals; YYYY-MM-DD HH:mm:ss). */
export { formatDuration as duration, formatTime as dateTime } from '@boxwood/box-sdk/rules';

/** Joins a number and its unit with no-break spaces. */
const whole =
  (format: (bytes: number) => string) =>
  (bytes: number): string =>
    format(bytes).replaceAll(' ', '\u00A0');

export const rate = whole(formatRate);
export const size = whole(formatSize);
export const uploadSpeed = whole(formatUploadSpeed);
