import { decode } from '@boxwood/command-bus/codecs';
import { UseReply, LAUNCHED_ENV } from '../../bin/launcher/launcher-messages.ts';

/** The IPC connection from a box to the launcher that started it. */
export interface LauncherConnection {
  /** Reports that the box answers requests. */
  reportReady(): void;
  /**
   * Asks the launcher to switch to another release that is completely unpacked in the releases folder. Resolves to true
   * when the launcher has recorded it; it then stops the box.
   */
  switchRelease(folder: string, version: string, dataDir: string, signal: AbortSignal): Promise<boolean>;
  /** Calls `stop` when the launcher has exited. */
  onDisconnect(stop: () => void): void;
}

/** How long to wait for a reply of the launcher, in ms. */
const REPLY_TIMEOUT_MS = 20_000;

const createConnection = (): LauncherConnection | null => {
  const isLaunched = process.env[LAUNCHED_ENV] === '1';
  // Child processes of the box are not started by the launcher.
  Reflect.deleteProperty(process.env, LAUNCHED_ENV);
  if (!isLaunched || process.send === undefined) return null;
  // Errors are ignored: a launcher that has exited is reported by `onDisconnect`.
  const send = (message: object): void => void process.send?.(message, undefined, undefined, () => undefined);
  return {
    reportReady: () => send({ kind: 'ready' }),
    switchRelease: (folder, version, dataDir, signal) =>
      new Promise((resolve, reject) => {
        const cleanUp = (): void => {
          clearTimeout(timer);
          process.off('message', onMessage);
          signal.removeEventListener('abort', stop);
        };
        const onMessage = (message: unknown): void => {
          const reply = decode(UseReply, message);
          if (reply._tag === 'Left') return;
          cleanUp();
          resolve(reply.right.kind === 'taken');
        };
        // The box stops; its next start finds the outcome.
        const stop = (): void => {
          cleanUp();
          reject(new DOMException('the box stops', 'AbortError'));
        };
        const timer = setTimeout(() => {
          cleanUp();
          resolve(false);
        }, REPLY_TIMEOUT_MS);
        signal.addEventListener('abort', stop);
        process.on('message', onMessage);
        send({ kind: 'use', folder, version, dataDir });
      }),
    onDisconnect: (stop) => {
      // The launcher may have exited while the box started.
      if (process.connected) process.once('disconnect', stop);
      else stop();
    },
  };
};

let connection: LauncherConnection | null | undefined;
/** Null for a box that no launcher started: from source, in a container, by `node main.js`. */
export const launcherConnection = (): LauncherConnection | null => (connection ??= createConnection());
