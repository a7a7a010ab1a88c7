// Prepares the two test machines (tests/machine): QEMU with Debian's kernel, and Debian's User-mode Linux. Each has an initial root that mounts the root
// of this machine.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { root } from '../tools.mjs';
import { install } from './apt.mjs';

const folder = join(root, '.cache', 'machine');
const PACKAGES = {
  'qemu-system-x86': '/usr/bin/qemu-system-x86_64',
  'busybox-static': '/usr/bin/busybox',
  cpio: '/usr/bin/cpio',
  kmod: '/sbin/modprobe',
  udev: '/lib/systemd/systemd-udevd',
  systemd: '/lib/systemd/systemd',
  iproute2: '/sbin/ip',
  smartmontools: '/usr/sbin/smartctl',
  mdadm: '/sbin/mdadm',
  exfatprogs: '/usr/sbin/mkfs.exfat',
  dosfstools: '/usr/sbin/mkfs.vfat',
  'ntfs-3g': '/usr/sbin/mkfs.ntfs',
  'btrfs-progs': '/sbin/mkfs.btrfs',
  'nfs-kernel-server': '/usr/sbin/exportfs',
  'nfs-common': '/sbin/mount.nfs',
};
/** Files of the initial root of each kind. The rest is found in the root of this machine. */
const KINDS = {
  emulated: {
    package: () => /Depends: (linux-image-\S+)/.exec(run('apt-cache', ['depends', 'linux-image-amd64']))?.[1],
    folder: 'kernel',
    modules: 'lib/modules',
    kernel: (version) => `boot/vmlinuz-${version}`,
    first: ['virtio_pci', '9pnet_virtio', '9p', 'overlay'],
    mount: '9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 host',
  },
  'user-mode': {
    package: () => 'user-mode-linux',
    folder: 'user-mode',
    modules: 'usr/lib/uml/modules',
    kernel: () => 'usr/bin/linux.uml',
    first: ['overlay'],
    mount: 'hostfs -o / host',
  },
};
const init = ({ mount }) => `#!/bin/busybox sh
B=/bin/busybox
$B mount -t proc proc /proc
for module in $($B cat /modules/order); do $B insmod /modules/$module; done
$B mount -t ${mount} /low
$B mount -t tmpfs memory /memory
$B mkdir /memory/upper /memory/work
$B mount -t overlay -o lowerdir=/low,upperdir=/memory/upper,workdir=/memory/work root /root
for word in $($B cat /proc/cmdline); do case $word in boxwood.root=*) here=$($B echo "\${word#*=}" | $B base64 -d) ;; esac; done
exec $B switch_root /root "$here/tests/machine/guest.sh"
`;

const run = (program, args, options = {}) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });

const missing = () => Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
/** The initial root of a kind. Its name changes with its content, so that a clone does not keep an old one. */
const initrdOf = (kind) =>
  join(
    folder,
    KINDS[kind].folder,
    `initrd-${createHash('sha256').update(init(KINDS[kind])).digest('hex').slice(0, 12)}`,
  );
const parts = (kind) => {
  const base = join(folder, KINDS[kind].folder);
  const modules = join(base, KINDS[kind].modules);
  const [version] = existsSync(initrdOf(kind)) && existsSync(modules) ? readdirSync(modules) : [];
  return version === undefined ? null : { kernel: join(base, KINDS[kind].kernel(version)), initrd: initrdOf(kind) };
};

/** Debian's own kernel: the one for clouds has no USB. */
const fetchKernel = (kind) => {
  const work = mkdtempSync(join(tmpdir(), 'boxwood-kernel-'));
  const named = KINDS[kind].package();
  if (named === undefined) throw new Error('this system has no linux-image-amd64');
  run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', named], { cwd: work });
  run('dpkg', ['-x', join(work, readdirSync(work)[0] ?? ''), join(work, 'kernel')]);
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, KINDS[kind].folder), { recursive: true, force: true });
  cpSync(join(work, 'kernel'), join(folder, KINDS[kind].folder), { recursive: true });
  rmSync(work, { recursive: true, force: true });
};

const makeFirstRoot = (kind) => {
  const base = join(folder, KINDS[kind].folder);
  const modules = join(base, KINDS[kind].modules);
  const [version = ''] = readdirSync(modules);
  // Its modules must be below `lib/modules`, where the module tools look for them.
  const work = mkdtempSync(join(tmpdir(), 'boxwood-first-root-'));
  mkdirSync(join(work, 'lib'));
  symlinkSync(modules, join(work, 'lib/modules'));
  run('/sbin/depmod', ['-b', work, version]);
  const first = join(work, 'first');
  for (const name of ['bin', 'modules', 'proc', 'low', 'memory', 'root', 'dev'])
    mkdirSync(join(first, name), { recursive: true });
  copyFileSync(PACKAGES['busybox-static'], join(first, 'bin/busybox'));
  const needed = KINDS[kind].first.flatMap((name) =>
    run('/sbin/modprobe', ['-d', work, '-S', version, '--show-depends', name])
      .split('\n')
      .flatMap((line) => (line.startsWith('insmod ') ? [line.slice('insmod '.length).trim()] : [])),
  );
  const order = [...new Set(needed)];
  for (const file of order) copyFileSync(file, join(first, 'modules', basename(file)));
  writeFileSync(join(first, 'modules/order'), order.map((file) => basename(file)).join('\n'));
  writeFileSync(join(first, 'init'), init(KINDS[kind]), { mode: 0o755 });
  const archive = join(base, 'initrd.new');
  run('sh', ['-c', 'find . | cpio -o -H newc --quiet > "$0"', archive], { cwd: first });
  renameSync(archive, initrdOf(kind));
  rmSync(work, { recursive: true, force: true });
};

/** Sentences, with the remedy, for what makes the tier slower or impossible here. */
export const machineProblems = () => {
  if (process.arch !== 'x64')
    return { impossible: 'The machine tier needs an x86-64 processor: run it on such a machine.', slower: [] };
  const lacking = missing();
  const isRoot = process.getuid?.() === 0;
  const made = lacking.length === 0 && parts('emulated') !== null;
  if (!made && !existsSync('/usr/bin/apt-get'))
    return {
      impossible: 'The machine tier needs the kernel and the packages of Debian: run it on Debian.',
      slower: [],
    };
  if (!made && !isRoot) {
    const why = lacking.length === 0 ? 'kernels that it fetches as root' : `the packages ${lacking.join(', ')}`;
    return { impossible: `The machine tier needs ${why}: run npm test once as root.`, slower: [] };
  }
  const slower = [
    ...(isRoot
      ? []
      : ['User-mode Linux needs root, so all machines are emulated, four times slower: run npm test as root.']),
    ...(existsSync('/dev/net/tun')
      ? []
      : [
          'User-mode Linux needs /dev/net/tun, so all machines are emulated, four times slower: modprobe tun, or start the container with --device /dev/net/tun.',
        ]),
  ];
  return { impossible: null, slower };
};

/** Kernel and initial root of each kind of test machine; null, with a sentence on standard error, where they cannot be prepared. */
export const ensureMachine = () => {
  const { impossible } = machineProblems();
  if (impossible !== null) {
    console.error(impossible);
    return null;
  }
  const lacking = missing();
  const made = () => Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, parts(kind)]));
  const unmade = () => Object.keys(KINDS).filter((kind) => parts(kind) === null);
  // Only root may fetch packages; User-mode Linux, which may be missing, is of no use to others.
  if (lacking.length === 0 && (unmade().length === 0 || process.getuid?.() !== 0)) return made();
  try {
    console.error('Preparing the test machines (apt-get) ...');
    if (lacking.length > 0) install(lacking);
    else run('apt-get', ['update', '-qq']);
    for (const kind of unmade())
      try {
        if (!existsSync(join(folder, KINDS[kind].folder, KINDS[kind].modules))) fetchKernel(kind);
        makeFirstRoot(kind);
      } catch (fault) {
        // Without the faster machine, the other one runs all tests.
        if (kind === 'emulated') throw fault;
        console.error(`User-mode Linux cannot be prepared: ${fault instanceof Error ? fault.message : String(fault)}`);
      }
    return made();
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    console.error(`The test machines cannot be prepared; is the Debian mirror reachable? ${why}`);
    return null;
  }
};
