// Confinement of tests that run with a fault in the product.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where mutants run: a fault in the code that keeps paths inside a folder may make a test remove whatever it finds. They see the machine
 * read-only, but for a temporary folder of their own, and no process but their own. It takes root, or user namespaces.
 */
export const CONFINE = `
set -e
mount --bind "$1" "$1"
mount -t tmpfs tmpfs /dev/shm
mount -o remount,bind,ro /
awk '$2 !~ "^/(proc|sys|dev)(/|$)" && $2 != "/" { print $2 }' /proc/mounts | while read -r other; do
  case "$other" in
    "$1") ;;
    # The disk of a power cut beside us: held here it would outlive its unmounting there.
    */boxwood-disk-*) umount -l "$other" || true ;;
    *) mount -o remount,bind,ro "$other" || true ;;
  esac
done
export TMPDIR="$1" HOME="$1" XDG_CONFIG_HOME="$1/config"
shift
exec "$@"`;
export const NAMESPACES = [
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user', '--user']),
  '--mount',
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
];

/** Whether confined processes cannot write outside of their folder; otherwise no mutant runs. */
export const assertConfined = (home, tree) => {
  const write =
    'touch "$1/escaped" 2>/dev/null && echo "$1"; touch "$2/escaped" 2>/dev/null && echo "$2"; touch "$TMPDIR/kept"';
  const args = [...NAMESPACES, 'sh', '-c', CONFINE, 'sh', home, 'sh', '-c', write, 'sh', tree, process.cwd()];
  const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  if (status !== 0 || stdout !== '' || !existsSync(join(home, 'kept')))
    throw new Error(`Mutants cannot be confined here (unshare, mount): ${stdout}${stderr}. They may remove anything.`);
};
