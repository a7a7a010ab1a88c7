// Finds what the fault tests use of the system, or installs it where this user may.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Commands, and the Debian packages that bring them: strace watches the box's system calls, the others make disks whose power is cut. */
const PACKAGES = { strace: 'strace', 'mkfs.ext4': 'e2fsprogs', xfs_io: 'xfsprogs' };

/** Without these tools their tests are skipped and say so; what is missing and cannot be installed is said here, too. */
export const ensureFaultTools = () => {
  if (process.platform !== 'linux') return;
  const missing = Object.entries(PACKAGES)
    .filter(([command]) => spawnSync(command, ['-V'], { stdio: 'ignore' }).error !== undefined)
    .map(([, name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Some faults will not be tested: sudo apt-get install -y ${missing.join(' ')}`);
    return;
  }
  console.error(`Installing ${missing.join(', ')} with apt-get ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio, env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio, env });
  } catch {
    console.error('apt-get could not install them; some faults will not be tested.');
  }
};
