import { decode } from '@boxwood/command-bus/codecs';
import { Answer, LAUNCHED } from '../launcher/words.ts';

/** The line from a box to the launcher that started it. */
export interface LauncherLine {
  /** The box answers. */
  ready(): void;
  /** Another release lies whole in a folder of the releases: true when it is written down; the box is stopped then. */
  use(folder: string, version: string, dataDir: string, signal: AbortSignal): Promise<boolean>;
  /** Called when the launcher has gone. */
  onGone(stop: () => void): void;
}

/** A launcher that says nothing for so long is not well. */
const ANSWER_MS = 20_000;

const made = (): LauncherLine | null => {
  const isLaunched = process.env[LAUNCHED] === '1';
  // What the box starts is none of the launcher's.
  Reflect.deleteProperty(process.env, LAUNCHED);
  if (!isLaunched || process.send === undefined) return null;
  // A launcher that has gone hears nothing; its end is heard by `onGone`.
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
        // The box stops: the next one sees what became of it.
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
      // It may have gone while the box started.
      if (process.connected) process.once('disconnect', stop);
      else stop();
    },
  };
};

let line: LauncherLine | null | undefined;
/** Null for a box that no launcher started: from source, in a container, by `node main.js`. */
export const launcherLine = (): LauncherLine | null => (line ??= made());
