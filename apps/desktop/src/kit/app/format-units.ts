import { formatRate, formatSize, formatUploadSpeed } from '@boxwood/box-sdk/rules';

/** Formats of sizes, speeds and times (base 1024 with two decimals; YYYY-MM-DD HH:mm:ss). */
export { formatDuration as duration, formatTime as dateTime } from '@boxwood/box-sdk/rules';

/** Joins a number and its unit with no-break spaces. */
const withNoBreakSpaces =
  (format: (bytes: number) => string) =>
  (bytes: number): string =>
    format(bytes).replaceAll(' ', '\u00A0');

export const formatRateText = withNoBreakSpaces(formatRate);
export const formatSizeText = withNoBreakSpaces(formatSize);
export const formatUploadSpeedText = withNoBreakSpaces(formatUploadSpeed);
