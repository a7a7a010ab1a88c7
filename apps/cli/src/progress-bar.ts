import { formatSize } from './cli-output.ts';
import { translate } from './messages/translate.ts';

/** A progress bar that redraws itself on a terminal and prints nothing elsewhere. */
export interface ProgressBar {
  readonly update: (done: number, total: number) => void;
  readonly end: () => void;
}

const BAR_WIDTH = 24;
const REDRAW_INTERVAL_MS = 100;

export const createProgressBar = (label: string, quiet: boolean): ProgressBar => {
  if (quiet || !process.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  const started = Date.now();
  let drawn = 0;
  return {
    update: (done, total) => {
      const now = Date.now();
      if (now - drawn < REDRAW_INTERVAL_MS && (done < total || total === 0)) return;
      drawn = now;
      if (total === 0) {
        const speed = done / Math.max(0.001, (now - started) / 1000);
        process.stderr.write(`\r\u001b[K${label} ${formatSize(done)}, ${formatSize(Math.round(speed))}/s`);
        return;
      }
      const share = Math.min(1, done / total);
      const filled = Math.round(share * BAR_WIDTH);
      const speed = done / Math.max(0.001, (now - started) / 1000);
      const rest =
        speed > 0 && total > done
          ? translate(', {seconds} s left', { seconds: Math.ceil((total - done) / speed) })
          : '';
      const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
      process.stderr.write(
        `\r\u001b[K${label} ${bar} ${Math.floor(share * 100)}% ${formatSize(Math.round(speed))}/s${rest}`,
      );
    },
    end: () => {
      process.stderr.write('\r\u001b[K');
    },
  };
};
