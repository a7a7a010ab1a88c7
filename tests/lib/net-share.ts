/** Storage of the network for tests: a server of rclone, and a helper that can mount it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostProcess, startHostProcess } from './host-process.ts';

/** Mounting needs root and FUSE; the programs are brought by `npm test`. */
export const canMount = process.getuid?.() === 0 && existsSync('/dev/fuse') && existsSync('/usr/bin/rclone');

export const SHARE_USER = 'ann';
export const SHARE_PASSWORD = 'fern-under-stone';

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const connects = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const line = connect(port, '127.0.0.1');
    line.once('connect', () => {
      line.destroy();
      resolve(true);
    });
    line.once('error', () => resolve(false));
  });

/** A server of WebDAV with one folder, `films`, in which `one.txt` lies. */
export interface NetShare {
  readonly folder: string;
  readonly port: number;
  /** Sends it a signal; one that was killed can be started again at the same port. */
  signal(signal: NodeJS.Signals): void;
  start(): Promise<void>;
  remove(): void;
}

export const startNetShare = async (): Promise<NetShare> => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-share-'));
  mkdirSync(join(folder, 'films'));
  writeFileSync(join(folder, 'films', 'one.txt'), 'from afar');
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(
      'rclone',
      [
        ...['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`, '--config', '/dev/null'],
        ...['--user', SHARE_USER, '--pass', SHARE_PASSWORD],
      ],
      { stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: tmpdir() } },
    );
    while (!(await connects(port))) {
      if (child.exitCode !== null) throw new Error('rclone serves nothing');
      await delay(20);
    }
  };
  await start();
  return {
    ...{ folder, port, start },
    signal: (signal) => void child?.kill(signal),
    remove: () => {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A helper that has the programs of this machine for storage of the network, and none that would change the machine. */
export const startMountingHost = async (data: string): Promise<HostProcess> => {
  const host = await startHostProcess({ data });
  for (const name of ['rclone', 'fusermount', 'mount', 'umount'])
    symlinkSync(`/usr/bin/${name}`, join(host.folder, 'bin', name));
  return host;
};

/** Where a network place of a box is mounted: what the box sees, and what serves it. */
export const netPlaces = (data: string, host: HostProcess): readonly string[] =>
  [join(data, 'netdev'), join(host.folder, 'net', 'at')].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  );

/** Takes away whatever a test left mounted. */
export const unmountNet = (data: string, host: HostProcess): void => {
  for (const place of netPlaces(data, host)) spawnSync('umount', ['-f', '-l', place]);
};
