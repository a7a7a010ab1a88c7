/** Network storage: each mount is served by its own process while it is mounted. */
import { join } from 'node:path';
import { FREE_NET, MOUNTED_NET } from '../disks/step-folders.ts';
import { mountedIn } from '../disks/probe-disks.ts';
import type { Machine } from '../machine.ts';
import {
  stagingFolderOf,
  uploadCacheOf,
  rcloneConfigOf,
  forgetTarget,
  storeTarget,
  storedPassword,
  type NetMountParams,
} from '../stored-credentials.ts';
import type { OperationStep } from '../host-responses.ts';
import { VERBS } from '../protocol.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

interface NetStorageContext {
  readonly box: NonNullable<Machine['box']>;
  readonly privateDir: string;
  /** Names mounted in `netdev`, and in the intermediate folder. */
  readonly places: ReadonlySet<string>;
  readonly staging: ReadonlySet<string>;
}

const netStorageContextOf = (machine: Machine): NetStorageContext => {
  const { box, privateDir } = machine;
  if (box === null || privateDir === null) throw new Barred('not a folder of a box');
  return {
    box,
    privateDir,
    places: mountedIn(machine, join(box.dataDir, 'netdev')),
    staging: mountedIn(machine, stagingFolderOf(privateDir)),
  };
};

/**
 * Runs a program outside the helper's sandbox: under systemd the helper has no network access. With `stays` the program
 * continues after the step.
 */
const outsideSandbox = (
  machine: Machine,
  ends: 'waits' | 'stays',
  program: string,
  args: readonly string[],
): OperationStep => {
  const run = machine.find('systemd-run');
  if (run === undefined || machine.read('/proc/1/comm') !== 'systemd') return { program, args };
  const how = ends === 'waits' ? ['--pipe', '--wait'] : ['--service-type=forking'];
  return { program: run, args: ['--quiet', '--collect', ...how, '--', program, ...args] };
};

/** Timeouts of `rclone` for a reachable server, which may have to wake its disks. */
const TIMEOUT_FLAGS = ['--contimeout', '3s', '--timeout', '5s', '--retries', '1', '--low-level-retries', '1'];
/** The first attempt waits longer: some servers delay the answer to a wrong password (Pure-FTPd: six seconds). */
const FIRST_TRY_FLAGS = [...TIMEOUT_FLAGS, '--timeout', '12s'];

/**
 * `rclone` treats a connection idle for `--timeout` as dead and fails the next request, so idle connections are closed
 * earlier.
 */
const IDLE_FLAGS = ['--smb-idle-timeout', '3s', '--ftp-idle-timeout', '3s'];

const rcloneSteps = (
  machine: Machine,
  { box, privateDir }: NetStorageContext,
  { name, share }: NetMountParams,
): readonly OperationStep[] => {
  const program = requireProgram(machine, 'rclone');
  requireProgram(machine, 'fusermount');
  const remote = `net:${share.replace(/^\/+/, '')}`;
  const config = ['--config', rcloneConfigOf(privateDir, name)];
  return [
    // A listing first: its error message is better than that of a failed mount.
    outsideSandbox(machine, 'waits', program, ['lsf', '--max-depth', '1', remote, ...config, ...FIRST_TRY_FLAGS]),
    outsideSandbox(machine, 'stays', program, [
      'mount',
      remote,
      join(stagingFolderOf(privateDir), name),
      ...config,
      ...TIMEOUT_FLAGS,
      '--daemon',
      '--daemon-wait',
      '15s',
      '--allow-other',
      '--default-permissions',
      '--uid',
      String(box.uid),
      '--gid',
      String(box.uid),
      ...IDLE_FLAGS,
      '--umask',
      '0077',
      '--dir-cache-time',
      '5s',
      '--attr-timeout',
      '1s',
      '--poll-interval',
      '0',
      // Writes are cached here until the server has them, also while it is unreachable or the machine is off.
      '--vfs-cache-mode',
      'writes',
      '--vfs-write-back',
      '1s',
      '--cache-dir',
      join(uploadCacheOf(privateDir), name),
      '--devname',
      `boxwood-${name}`,
    ]),
  ];
};

const nfsSteps = (
  machine: Machine,
  { privateDir }: NetStorageContext,
  { name, addr, port, share }: NetMountParams,
): readonly OperationStep[] => {
  requireProgram(machine, 'mount.nfs');
  // `soft`: nothing waits forever for an unreachable server. `nolock`: the box locks nothing there, and NFS version 3
  // would need a lock service.
  const options = `nolock,soft,timeo=15,retrans=1,port=${port},nosuid,nodev,noexec`;
  const from = `${addr.includes(':') ? `[${addr}]` : addr}:/${share.replace(/^\/+/, '')}`;
  return [
    outsideSandbox(machine, 'waits', requireProgram(machine, 'mount'), [
      '-t',
      'nfs',
      '-o',
      options,
      from,
      join(stagingFolderOf(privateDir), name),
    ]),
  ];
};

export const mountNet = definePlanner(VERBS.mountNet.params, {
  draft: (params, machine) => {
    const context = netStorageContextOf(machine);
    const { name, kind, addr, port, user, share, path = '', protocol = '' } = params;
    if (context.places.has(name)) return Promise.reject(new Barred('taken'));
    if (params.password === undefined && user !== '' && storedPassword(context.privateDir, params) === null)
      return Promise.reject(new Barred('password'));
    const staging = join(stagingFolderOf(context.privateDir), name);
    const umount = requireProgram(machine, 'umount');
    return Promise.resolve({
      words: `mount ${kind} ${user === '' ? '' : `of ${user} `}at ${addr}:${port} as ${name}`,
      steps: [
        // Removes the remaining mount of a killed process.
        ...(context.staging.has(name) ? [{ program: umount, args: ['-c', '-f', '-l', staging] }] : []),
        ...(kind === 'nfs' ? nfsSteps(machine, context, params) : rcloneSteps(machine, context, params)),
        { program: requireProgram(machine, 'mount'), args: ['-c', '--bind', staging, `${FREE_NET}${name}`] },
      ],
      facts: { kind, addr, port: String(port), user, share, path, protocol },
    });
  },
  begin: (params, { privateDir }) => {
    if (privateDir === null) return () => undefined;
    const restorePrevious = storeTarget(privateDir, params);
    return (done) => {
      if (!done) restorePrevious();
    };
  },
  lacking: (machine) =>
    ['rclone', 'fusermount', 'mount', 'umount'].filter((program) => machine.find(program) === undefined),
});

export const unmountNet = definePlanner(VERBS.unmountNet.params, {
  draft: ({ name, gone, forget }, machine) => {
    const context = netStorageContextOf(machine);
    const program = requireProgram(machine, 'umount');
    const forceFlags = gone === 1 ? ['-f', '-l'] : [];
    const places = [
      ...(context.places.has(name) ? [`${MOUNTED_NET}${name}`] : []),
      ...(context.staging.has(name) ? [join(stagingFolderOf(context.privateDir), name)] : []),
    ];
    if (places.length === 0 && forget === 0) return Promise.reject(new Barred('nothing is mounted there'));
    return Promise.resolve({
      words: `unmount ${name}${forget === 1 ? ' and forget it' : ''}`,
      steps: places.map((place) => ({ program, args: ['-c', ...forceFlags, place] })),
      facts: {},
    });
  },
  begin:
    ({ name, forget }, { privateDir }) =>
    (done) => {
      if (done && forget === 1 && privateDir !== null) forgetTarget(privateDir, name);
    },
  lacking: (machine) => ['umount'].filter((program) => machine.find(program) === undefined),
});
