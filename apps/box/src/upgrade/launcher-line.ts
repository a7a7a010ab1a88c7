import { decode } from '@boxwood/command-bus/codecs';
import { Answer, LAUNCHED } from '../launcher/words.ts';

/** The line from a box to the launcher that started it. */
export interface LauncherLine {
  /** The box answers. */
  ready(): void;
  /** Another release lies whole in a folder of the releases: true when it is written down; the box is stopped then. */
  use(folder: string, version: string, dataDir: string): Promise<boolean>;
  /** Called when the launcher has gone. */
  onGone(stop: () => void): void;
}

/** A launcher that says nothing for so long is not well. */
const ANSWER_MS = 20_000;

const made = (): LauncherLine | null => {
  const isLaunched = process.env[LAUNCHED] === '1';
  // What the box starts is none of the launcher's.
  Reflect.deleteProperty(process.env, LAUNCHED);
  const send = process.send?.bind(process);
  if (!isLaunched || send === undefined) return null;
  return {
    ready: () => void send({ kind: 'ready' }),
    use: (folder, version, dataDir) =>
      new Promise((resolve) => {
        const end = (isTaken: boolean): void => {
          clearTimeout(late);
          process.off('message', hear);
          resolve(isTaken);
        };
        const hear = (message: unknown): void => {
          const answer = decode(Answer, message);
          if (answer._tag === 'Right') end(answer.right.kind === 'taken');
        };
        const late = setTimeout(() => end(false), ANSWER_MS);
        process.on('message', hear);
        send({ kind: 'use', folder, version, dataDir });
      }),
    onGone: (stop) => void process.once('disconnect', stop),
  };
};

let line: LauncherLine | null | undefined;
/** Null for a box that no launcher started: from source, in a container, by `node main.js`. */
export const launcherLine = (): LauncherLine | null => (line ??= made());
