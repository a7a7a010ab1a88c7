import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Engine, type Json, KEYS } from './engine.ts';

/** The path of WebKit's MiniBrowser on Debian, by architecture. */
const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`,
);
export const findMiniBrowser = (): string | undefined => MINI_BROWSERS.find((path) => existsSync(path));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A virtual display; it chooses its own number and prints it to descriptor 3. */
const startVirtualDisplay = async (): Promise<{ readonly display: string; readonly child: ChildProcess }> => {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = child.stdio[3];
  if (!(told instanceof Readable)) throw new Error('no descriptor for the number of the screen');
  const number = await new Promise<string>((resolve) => {
    told.once('data', (bytes: Buffer) => {
      resolve(bytes.toString().trim());
    });
  });
  return { display: `:${number}`, child };
};

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A desktop window, including the browser's toolbar. */
const COMPUTER = { width: 1280, height: 880 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A WebKit window can be resized, as when a phone is rotated. */
export interface WebKit extends Engine {
  readonly resize: (size: Size) => Promise<void>;
}

/** WebKitGTK, the engine of every iPhone, through WebDriver. A driver supports only one session. */
export const startWebKit = async (driverPath: string, binary: string, size: Size = COMPUTER): Promise<WebKit> => {
  const home = mkdtempSync(join(tmpdir(), 'boxwood-webkit-'));
  // No animations, as in the other engines: a press on a moving element misses it.
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
  writeFileSync(join(home, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n');
  const screen = await startVirtualDisplay();
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: screen.display,
      LANG: 'en_US.UTF-8',
      LC_ALL: 'en_US.UTF-8',
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs a user that is not root.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
  });
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  const end = (): void => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid, 'SIGKILL');
    screen.child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        await ask('GET', '/status');
        break;
      } catch (fault) {
        if (tries > 200) throw fault;
        await delay(100);
      }
    }
    const { sessionId } = (await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
    })) as { readonly sessionId: string };
    const at = `/session/${sessionId}`;
    const resize = async (to: Size): Promise<void> => {
      await ask('POST', `${at}/window/rect`, { x: 0, y: 0, ...to });
    };
    await resize(size);
    const act = (type: 'pointer' | 'key', actions: readonly Json[]): Promise<unknown> =>
      ask('POST', `${at}/actions`, {
        actions: [{ type, id: type, ...(type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}), actions }],
      });
    return {
      name: 'WebKit',
      resize,
      go: async (url) => {
        await ask('POST', `${at}/url`, { url });
      },
      run: async <A>(look: (...args: never) => A, ...args: readonly Json[]) =>
        (await ask('POST', `${at}/execute/sync`, {
          script: `return (${look.toString()})(...arguments)`,
          args,
        })) as A, // `run` only returns JSON
      press: async ([first, ...rest], button = 'left', clicks = 1) => {
        if (first === undefined) return;
        if (button === 'right') {
          // The driver sends a right press and a left release, after which every press would be ignored.
          const head = Number(
            await ask('POST', `${at}/execute/sync`, { script: 'return outerHeight - innerHeight', args: [] }),
          );
          const [x, y] = [Math.round(first[0]), Math.round(first[1]) + head];
          await promisify(execFile)('xdotool', ['mousemove', String(x), String(y), 'click', '3'], {
            env: { ...process.env, DISPLAY: screen.display },
          });
          return;
        }
        const move = ([x, y]: readonly [number, number]): Json => ({
          type: 'pointerMove',
          duration: 20,
          x: Math.round(x),
          y: Math.round(y),
        });
        const down = { type: 'pointerDown', button: 0 };
        const up = { type: 'pointerUp', button: 0 };
        const steps = Array.from({ length: clicks }, () => [down, ...rest.map(move), up]).flat();
        await act('pointer', [move(first), ...steps]);
      },
      keys: async (keys) => {
        const values = keys.map((key) => (key in KEYS ? KEYS[key as keyof typeof KEYS] : key));
        await act('key', [
          ...values.map((value) => ({ type: 'keyDown', value })),
          ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
        ]);
      },
      type: async (text) => {
        await act(
          'key',
          Array.from(text).flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        );
      },
      choose: async (selector, paths) => {
        const found = (await ask('POST', `${at}/element`, { using: 'css selector', value: selector })) as {
          readonly [ELEMENT]: string;
        };
        await ask('POST', `${at}/element/${found[ELEMENT]}/value`, { text: paths.join('\n') });
      },
      picture: async () => Buffer.from(String(await ask('GET', `${at}/screenshot`)), 'base64'),
      close: async () => {
        await ask('DELETE', at).catch(() => undefined);
        end();
      },
    };
  } catch (fault) {
    end();
    throw fault;
  }
};
