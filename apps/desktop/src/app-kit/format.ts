import { formatRate, formatSize, formatUploadSpeed } from '@boxwood/box-sdk/rules';

/** How sizes, speeds and times read (base 1024 with two decimals; YYYY-MM-DD HH:mm:ss). */
export { formatDuration as duration, formatTime as dateTime } from '@boxwood/box-sdk/rules';

/** No line ends between a number and its unit. */
const whole =
  (format: (bytes: number) => string) =>
  (bytes: number): string =>
    format(bytes).replaceAll(' ', '\u00A0');

export const rate = whole(formatRate);
export const size = whole(formatSize);
export const uploadSpeed = whole(formatUploadSpeed);
