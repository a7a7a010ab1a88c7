// Finds strace, or installs it where this user may.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const found = () => spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;

/** Brings strace for the tests that watch the box's system calls; without it they are skipped, and this says so on standard error. */
export const ensureStrace = () => {
  if (process.platform !== 'linux' || found()) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'strace is missing: the order of system calls will not be watched. Run: sudo apt-get install -y strace',
    );
    return;
  }
  console.error('Installing strace with apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio, env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'strace'], { stdio, env });
  } catch {
    console.error('apt-get could not install strace; the order of system calls will not be watched.');
  }
};
