/** How sizes, speeds and times read (base 1024 with two decimals; YYYY-MM-DD HH:mm:ss). */
export {
  formatDuration as duration,
  formatRate as rate,
  formatSize as size,
  formatTime as dateTime,
  formatUploadSpeed as uploadSpeed,
} from '@boxwood/box-sdk/rules';
