/** Programs for comparison, each with a separate folder and port; null where the machine does not have it. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Peer {
  readonly origin: string;
  stop(): Promise<void>;
  /** Ends it without waiting. */
  kill(): void;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A started program and its temporary folder. */
const peerOf = (child: ChildProcess, origin: string, own: string): Peer => ({
  origin,
  stop: async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
    child.kill('SIGTERM');
    await ended;
    rmSync(own, { recursive: true, force: true });
  },
  kill: () => void child.kill('SIGTERM'),
});

/** The peer once it answers; null, with a message, when it does not. */
const answering = async (name: string, peer: Peer): Promise<Peer | null> => {
  for (let tries = 0; tries < 400; tries++) {
    const answered = await fetch(`${peer.origin}/`).then(
      async (reply) => {
        await reply.body?.cancel();
        return true;
      },
      () => false,
    );
    if (answered) return peer;
    await delay(50);
  }
  console.log(`SKIPPED ${name}: it does not start`);
  await peer.stop();
  return null;
};

const peersFolder = fileURLToPath(new URL('../../.cache/peers', import.meta.url));
/** One of hfs's dependencies requires a version that no registry has. */
const HFS = {
  private: true,
  dependencies: { hfs: '0.52.9' },
  overrides: { 'typedarray.prototype.slice': '1.0.5' },
};

/** HFS, a file server from npm, installed into `.cache/peers` the first time. */
export const startHfs = async (folder: string): Promise<Peer | null> => {
  const program = join(peersFolder, 'node_modules/hfs/src/index.js');
  if (!existsSync(program)) {
    mkdirSync(peersFolder, { recursive: true });
    writeFileSync(join(peersFolder, 'package.json'), JSON.stringify(HFS));
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    if (spawnSync('npm', args, { cwd: peersFolder, stdio: 'ignore', timeout: 180_000 }).status !== 0) {
      console.log('SKIPPED hfs: npm could not bring it');
      return null;
    }
  }
  const own = mkdtempSync(join(tmpdir(), 'boxwood-hfs-'));
  const port = await freePort();
  const vfs = `vfs:\n  children:\n    - name: files\n      source: ${JSON.stringify(folder)}\n`;
  writeFileSync(
    join(own, 'config.yaml'),
    `port: ${port}\nlisten_interface: 127.0.0.1\nopen_browser_at_start: false\nauto_check_update: false\nlog: ""\nerror_log: ""\n${vfs}`,
  );
  const child = spawn('node', [program, '--cwd', own], { stdio: 'ignore' });
  return answering('hfs', peerOf(child, `http://127.0.0.1:${port}`, own));
};

/** `rclone serve`, where the program is installed. */
export const startRclone = async (folder: string, protocol: 'http' | 'webdav' = 'http'): Promise<Peer | null> => {
  if (!hasProgram('rclone')) return null;
  const own = mkdtempSync(join(tmpdir(), 'boxwood-rclone-'));
  const port = await freePort();
  const args = ['serve', protocol, folder, '--addr', `127.0.0.1:${port}`, '--dir-cache-time', '1s'];
  return answering('rclone', peerOf(spawn('rclone', args, { stdio: 'ignore' }), `http://127.0.0.1:${port}`, own));
};

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** nginx over a folder: JSON listings, files, and PUT where its DAV module is installed. */
export const startNginx = async (folder: string): Promise<Peer | null> => {
  const program = NGINX.find((path) => existsSync(path));
  if (program === undefined) {
    console.log('SKIPPED nginx: it is not installed');
    return null;
  }
  const own = mkdtempSync(join(tmpdir(), 'boxwood-nginx-'));
  const port = await freePort();
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(own, name)};`,
  );
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; worker_processes auto; pid ${join(own, 'pid')}; error_log ${join(own, 'error.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; }
http { ${scratch.join(' ')} access_log off; sendfile on; keepalive_requests 100000; default_type application/octet-stream;
  server { listen 127.0.0.1:${port}; root "${folder}"; client_max_body_size 0;
    location / { autoindex on; autoindex_format json; dav_methods PUT DELETE; } } }`,
  );
  const child = spawn(program, ['-c', join(own, 'nginx.conf'), '-e', join(own, 'error.log')], { stdio: 'ignore' });
  return answering('nginx', peerOf(child, `http://127.0.0.1:${port}`, own));
};

/** Whether a system program is installed; prints a message when it is not. */
export const hasProgram = (name: string): boolean => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  if (!found) console.log(`SKIPPED ${name}: it is not installed`);
  return found;
};

/** Runs a system program to its end. */
export const runProgram = async (name: string, args: readonly string[], cwd: string): Promise<void> => {
  const child = spawn(name, args, { cwd, stdio: 'ignore' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${String(child.exitCode)}`);
};
