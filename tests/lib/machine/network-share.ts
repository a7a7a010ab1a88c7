/** Network storage for tests: real servers, and a helper that can mount them. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostProcess, startHostProcess } from '../box/host-process.ts';

/** Mounting needs root and FUSE; `npm test` installs the programs. */
export const canMount = process.getuid?.() === 0 && existsSync('/dev/fuse') && existsSync('/usr/bin/rclone');

export const SHARE_USER = 'ann';
export const SHARE_PASSWORD = 'fern-under-stone';

/** The kinds with a server here. The NFS server is a kernel, so it needs a separate machine. */
export const SHARE_KINDS = ['webdav', 'smb', 'ftp'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

const SERVERS = { webdav: '/usr/bin/rclone', smb: '/usr/sbin/smbd', ftp: '/usr/sbin/pure-ftpd' } as const;
/** Whether a server of this kind can be started, and mounted. */
export const canServe = (kind: ShareKind): boolean => canMount && existsSync(SERVERS[kind]);

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

/** More folders than the box has file threads. */
export const UNREAD_FOLDER_COUNT = 8;

/** A server with a folder `films` that contains `one.txt`, and a folder `unread` of empty folders. */
export interface NetworkShare {
  readonly folder: string;
  readonly port: number;
  /** The share to mount, as entered in the form. */
  readonly share: string;
  /** Sends a signal to the server and its children. A killed server can be started again at the same port. */
  signal(signal: NodeJS.Signals): void;
  start(): Promise<void>;
  remove(): void;
}

interface ServerSetup {
  readonly folder: string;
  /** The state folder of the server. */
  readonly state: string;
  readonly port: number;
}

/** The name of the SMB share. */
const SMB_SHARE = 'family';

/** SMB users are system users: the remote name is mapped to the user who runs this. */
const smb = ({ folder, state, port }: ServerSetup): readonly string[] => {
  const config = join(state, 'smb.conf');
  const own = ['private dir', 'lock directory', 'state directory', 'cache directory', 'pid directory', 'ncalrpc dir'];
  writeFileSync(join(state, 'users'), `root = ${SHARE_USER}\n`);
  writeFileSync(
    config,
    [
      '[global]',
      ...own.map((name) => `${name} = ${state}`),
      `smb ports = ${port}`,
      'interfaces = 127.0.0.1',
      'bind interfaces only = yes',
      'server role = standalone',
      `passdb backend = tdbsam:${join(state, 'passwords')}`,
      `username map = ${join(state, 'users')}`,
      `log file = ${join(state, 'log')}`,
      'load printers = no',
      'disable spoolss = yes',
      'map to guest = never',
      `[${SMB_SHARE}]`,
      `path = ${folder}`,
      'read only = no',
      '',
    ].join('\n'),
  );
  const twice = `${SHARE_PASSWORD}\n${SHARE_PASSWORD}\n`;
  execFileSync('smbpasswd', ['-c', config, '-s', '-a', 'root'], { input: twice, stdio: ['pipe', 'ignore', 'inherit'] });
  return ['--foreground', '--no-process-group', `--configfile=${config}`];
};

/** FTP users belong to the server alone, and are not system users. */
const ftp = ({ folder, state, port }: ServerSetup): readonly string[] => {
  const [plain, users] = [join(state, 'users'), join(state, 'users.pdb')];
  execFileSync('chown', ['-R', 'nobody', folder]);
  chmodSync(folder, 0o755);
  // Its own `pure-pw useradd` makes a hash that costs two seconds at each sign-in.
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: SHARE_PASSWORD, encoding: 'utf8' }).trim();
  const [uid, gid] = ['-u', '-g'].map((flag) => execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  writeFileSync(plain, `${[SHARE_USER, hash, uid, gid, '', `${folder}/./`].join(':')}${':'.repeat(12)}\n`);
  execFileSync('pure-pw', ['mkdb', users, '-f', plain]);
  return ['-S', `127.0.0.1,${port}`, '-l', `puredb:${users}`, '-A', '-E', '-H', '-g', join(state, 'pid')];
};

const webdav = ({ folder, port }: ServerSetup): readonly string[] => [
  'serve',
  'webdav',
  folder,
  '--addr',
  `127.0.0.1:${port}`,
  '--config',
  '/dev/null',
  '--user',
  SHARE_USER,
  '--pass',
  SHARE_PASSWORD,
];

const ARGUMENTS = { webdav, smb, ftp } as const satisfies Record<
  ShareKind,
  (serving: ServerSetup) => readonly string[]
>;

export const startNetworkShare = async (kind: ShareKind = 'webdav'): Promise<NetworkShare> => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-share-'));
  const state = mkdtempSync(join(tmpdir(), 'boxwood-server-'));
  for (let at = 0; at < UNREAD_FOLDER_COUNT; at += 1)
    mkdirSync(join(folder, 'unread', String(at)), { recursive: true });
  mkdirSync(join(folder, 'films'));
  writeFileSync(join(folder, 'films', 'one.txt'), 'from afar');
  const port = await freePort();
  const args = ARGUMENTS[kind]({ folder, state, port });
  let child: ChildProcess | null = null;
  const signal = (name: NodeJS.Signals): void => {
    try {
      // Some servers have a process for each connection.
      if (child?.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  };
  const start = async (): Promise<void> => {
    // The server ends when its test run is killed.
    child = spawn('setpriv', ['--pdeathsig', 'KILL', SERVERS[kind], ...args], {
      stdio: 'ignore',
      detached: true,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: tmpdir() },
    });
    while (!(await connects(port))) {
      if (child.exitCode !== null) throw new Error(`${SERVERS[kind]} serves nothing`);
      await delay(20);
    }
  };
  await start();
  return {
    folder,
    port,
    start,
    signal,
    share: kind === 'smb' ? SMB_SHARE : '',
    remove: () => {
      signal('SIGKILL');
      for (const each of [folder, state]) rmSync(each, { recursive: true, force: true });
    },
  };
};

/** A helper with this machine's programs for network storage, and without those that would change the machine. */
export const startMountingHost = async (data: string): Promise<HostProcess> => {
  const host = await startHostProcess({ data });
  for (const name of ['rclone', 'fusermount', 'mount', 'umount'])
    symlinkSync(`/usr/bin/${name}`, join(host.folder, 'bin', name));
  return host;
};

/** The mount points of a network location: the one the box sees, and the one of the server program. */
export const networkMountPoints = (data: string, host: HostProcess): readonly string[] =>
  [join(data, 'netdev'), join(host.folder, 'net', 'at')].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  );

/** Unmounts whatever a test left mounted. */
export const unmountNetworkShares = (data: string, host: HostProcess): void => {
  for (const place of networkMountPoints(data, host)) spawnSync('umount', ['-f', '-l', place]);
};
