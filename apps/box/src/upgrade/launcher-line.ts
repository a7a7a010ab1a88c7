import { decode } from '@boxwood/command-bus/codecs';
import { Answer, LAUNCHED } from '../launcher/words.ts';

/** The IPC connection from a box to the launcher that started it. */
export interface LauncherLine {
  /** Reports that the box answers requests. */
  ready(): void;
  /**
   * Asks the launcher to switch to another release that is completely unpacked in the releases folder. Resolves to true
   * when the launcher has recorded it; it then stops the box.
   */
  use(folder: string, version: string, dataDir: string, signal: AbortSignal): Promise<boolean>;
  /** Calls `stop` when the launcher has exited. */
  onGone(stop: () => void): void;
}

/** How long to wait for a reply of the launcher, in ms. */
const ANSWER_MS = 20_000;

const made = (): LauncherLine | null => {
  const isLaunched = process.env[LAUNCHED] === '1';
  // Child processes of the box are not started by the launcher.
  Reflect.deleteProperty(process.env, LAUNCHED);
  if (!isLaunched || process.send === undefined) return null;
  // Errors are ignored: a launcher that has exited is reported by `onDisconnect`.
  const say = (word: object): void => void process.send?.(word, undefined, undefined, () => undefined);
  return {
    ready: () => say({ kind: 'ready' }),
    use: (folder, version, dataDir, signal) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(late);
          process.off('message', hear);
          signal.removeEventListener('abort', stop);
        };
        const hear = (message: unknown): void => {
          const answer = decode(Answer, message);
          if (answer._tag === 'Left') return;
          end();
          resolve(answer.right.kind === 'taken');
        };
        // The box stops; its next start finds the outcome.
        const stop = (): void => {
          end();
          reject(new DOMException('the box stops', 'AbortError'));
        };
        const late = setTimeout(() => {
          end();
          resolve(false);
        }, ANSWER_MS);
        signal.addEventListener('abort', stop);
        process.on('message', hear);
        say({ kind: 'use', folder, version, dataDir });
      }),
    onGone: (stop) => {
      // The launcher may have exited while the box started.
      if (process.connected) process.once('disconnect', stop);
      else stop();
    },
  };
};

let line: LauncherLine | null | undefined;
/** Null for a box that no launcher started: from source, in a container, by `node main.js`. */
export const launcherLine = (): LauncherLine | null => (line ??= made());
