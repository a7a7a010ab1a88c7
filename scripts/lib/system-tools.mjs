// Finds what tests use of the system besides Chromium, or installs it where this user may.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasChineseFont } from '../../apps/box/src/platform/testing/chinese-font.ts';
import { install } from './apt.mjs';

const runs = (command) => spawnSync(command, ['-V'], { stdio: 'ignore' }).error === undefined;

const POSTGRES = '/usr/lib/postgresql';
const hasPostgres = () =>
  process.env.DATABASE_URL !== undefined ||
  (existsSync(POSTGRES) && readdirSync(POSTGRES).some((version) => existsSync(join(POSTGRES, version, 'bin/initdb'))));

const isThere = (path) => existsSync(path);
/** The Debian packages: strace watches the box's system calls, two simulate disks whose power is cut, the account service also runs on PostgreSQL, and there are other shells than bash,
 * download managers, and tools for videos. */
const TEST_TOOLS = {
  strace: () => runs('strace'),
  e2fsprogs: () => runs('mkfs.ext4'),
  xfsprogs: () => runs('xfs_io'),
  postgresql: hasPostgres,
  zsh: () => isThere('/usr/bin/zsh'),
  fish: () => isThere('/usr/bin/fish'),
  aria2: () => isThere('/usr/bin/aria2c'),
  wget: () => isThere('/usr/bin/wget'),
  ffmpeg: () => isThere('/usr/bin/ffmpeg'),
  // Servers for tests of network storage.
  rclone: () => isThere('/usr/bin/rclone'),
  fuse3: () => isThere('/usr/bin/fusermount'),
  samba: () => isThere('/usr/sbin/smbd'),
  'pure-ftpd': () => isThere('/usr/sbin/pure-ftpd'),
  openssl: () => isThere('/usr/bin/openssl'),
  // An independent tool checks the signatures of releases.
  minisign: () => isThere('/usr/bin/minisign'),
  // Fonts for tests of text recognition, also in Chinese; fontconfig finds them.
  fontconfig: () => isThere('/usr/bin/fc-list'),
  'fonts-noto-cjk': hasChineseFont,
};

/** Tools that the benchmarks compare with. */
export const BENCH_TOOLS = {
  'nginx-light': () => isThere('/usr/sbin/nginx'),
  rclone: TEST_TOOLS.rclone,
  curl: () => isThere('/usr/bin/curl'),
};

/** Tests that need a missing tool are skipped with a message. Tools that cannot be installed are also reported here. */
export const ensureSystemTools = (tools = TEST_TOOLS, use = 'tested') => {
  if (process.platform !== 'linux') return;
  const missing = Object.keys(tools).filter((name) => !tools[name]());
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Some things will not be ${use}. To change that: sudo apt-get install -y ${missing.join(' ')}`);
    return;
  }
  console.error(`Installing ${missing.join(', ')} with apt-get ...`);
  try {
    install(missing);
  } catch {
    console.error(`apt-get could not install them; some things will not be ${use}.`);
  }
};
