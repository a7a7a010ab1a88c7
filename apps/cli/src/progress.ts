import { size } from './output.ts';
import { say } from './words/say.ts';

/** A progress bar that redraws itself on a terminal and prints nothing elsewhere. */
export interface Progress {
  readonly update: (done: number, total: number) => void;
  readonly end: () => void;
}

const WIDTH = 24;
const REDRAW_MS = 100;

export const createProgress = (label: string, quiet: boolean): Progress => {
  if (quiet || !process.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  const started = Date.now();
  let drawn = 0;
  return {
    update: (done, total) => {
      const now = Date.now();
      if (now - drawn < REDRAW_MS && (done < total || total === 0)) return;
      drawn = now;
      if (total === 0) {
        const speed = done / Math.max(0.001, (now - started) / 1000);
        process.stderr.write(`\r\u001b[K${label} ${size(done)}, ${size(Math.round(speed))}/s`);
        return;
      }
      const share = Math.min(1, done / total);
      const filled = Math.round(share * WIDTH);
      const speed = done / Math.max(0.001, (now - started) / 1000);
      const rest =
        speed > 0 && total > done ? say(', {seconds} s left', { seconds: Math.ceil((total - done) / speed) }) : '';
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
      process.stderr.write(`\r\u001b[K${label} ${bar} ${Math.floor(share * 100)}% ${size(Math.round(speed))}/s${rest}`);
    },
    end: () => {
      process.stderr.write('\r\u001b[K');
    },
  };
};
