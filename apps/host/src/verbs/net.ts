/** Network storage: each mount is served by its own process while it is mounted. */
import { join } from 'node:path';
import { FREE_NET, TAKEN_NET } from '../disks/hold.ts';
import { mountedIn } from '../disks/look.ts';
import type { Machine } from '../machine.ts';
import { asideOf, cacheOf, configOf, forgetTarget, keepTarget, keptPassword, type NetAct } from '../net/kept.ts';
import type { Step } from '../protocol.ts';
import { VERBS } from '../protocol.ts';
import { Barred, needed, planner } from './planner.ts';

interface Here {
  readonly box: NonNullable<Machine['box']>;
  readonly keep: string;
  /** Names mounted in `netdev`, and in the intermediate folder. */
  readonly places: ReadonlySet<string>;
  readonly aside: ReadonlySet<string>;
}

const hereOf = (machine: Machine): Here => {
  const { box, keep } = machine;
  if (box === null || keep === null) throw new Barred('no folder of a box');
  return {
    box,
    keep,
    places: mountedIn(machine, join(box.dataDir, 'netdev')),
    aside: mountedIn(machine, asideOf(keep)),
  };
};

/**
 * Runs a program outside the helper's sandbox: under systemd the helper has no network access. With `stays` the program
 * continues after the step.
 */
const outside = (machine: Machine, ends: 'waits' | 'stays', program: string, args: readonly string[]): Step => {
  const run = machine.find('systemd-run');
  if (run === undefined || machine.read('/proc/1/comm') !== 'systemd') return { program, args };
  const how = ends === 'waits' ? ['--pipe', '--wait'] : ['--service-type=forking'];
  return { program: run, args: ['--quiet', '--collect', ...how, '--', program, ...args] };
};

/** Timeouts of `rclone` for a reachable server, which may have to wake its disks. */
const PATIENCE = ['--contimeout', '3s', '--timeout', '5s', '--retries', '1', '--low-level-retries', '1'];
/** The first attempt waits longer: some servers delay the answer to a wrong password (Pure-FTPd: six seconds). */
const TRIED = [...PATIENCE, '--timeout', '12s'];

/**
 * `rclone` treats a connection idle for `--timeout` as dead and fails the next request, so idle connections are closed
 * earlier.
 */
const IDLE = ['--smb-idle-timeout', '3s', '--ftp-idle-timeout', '3s'];

const rcloneSteps = (machine: Machine, { box, keep }: Here, { name, share }: NetAct): readonly Step[] => {
  const program = needed(machine, 'rclone');
  needed(machine, 'fusermount');
  const remote = `net:${share.replace(/^\/+/, '')}`;
  const config = ['--config', configOf(keep, name)];
  return [
    // A listing first: its error message is better than that of a failed mount.
    outside(machine, 'waits', program, ['lsf', '--max-depth', '1', remote, ...config, ...TRIED]),
    outside(machine, 'stays', program, [
      'mount',
      remote,
      join(asideOf(keep), name),
      ...config,
      ...PATIENCE,
      '--daemon',
      '--daemon-wait',
      '15s',
      '--allow-other',
      '--default-permissions',
      '--uid',
      String(box.uid),
      '--gid',
      String(box.uid),
      ...IDLE,
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
      join(cacheOf(keep), name),
      '--devname',
      `boxwood-${name}`,
    ]),
  ];
};

const nfsSteps = (machine: Machine, { keep }: Here, { name, addr, port, share }: NetAct): readonly Step[] => {
  needed(machine, 'mount.nfs');
  // `soft`: nothing waits forever for an unreachable server. `nolock`: the box locks nothing there, and NFS version 3
  // would need a lock service.
  const options = `nolock,soft,timeo=15,retrans=1,port=${port},nosuid,nodev,noexec`;
  const from = `${addr.includes(':') ? `[${addr}]` : addr}:/${share.replace(/^\/+/, '')}`;
  return [
    outside(machine, 'waits', needed(machine, 'mount'), ['-t', 'nfs', '-o', options, from, join(asideOf(keep), name)]),
  ];
};

export const mountNet = planner(VERBS.mountNet.params, {
  draft: (act, machine) => {
    const here = hereOf(machine);
    const { name, kind, addr, port, user, share, path = '', protocol = '' } = act;
    if (here.places.has(name)) return Promise.reject(new Barred('taken'));
    if (act.password === undefined && user !== '' && keptPassword(here.keep, act) === null)
      return Promise.reject(new Barred('password'));
    const aside = join(asideOf(here.keep), name);
    const umount = needed(machine, 'umount');
    return Promise.resolve({
      words: `mount ${kind} ${user === '' ? '' : `of ${user} `}at ${addr}:${port} as ${name}`,
      steps: [
        // Removes the remaining mount of a killed process.
        ...(here.aside.has(name) ? [{ program: umount, args: ['-c', '-f', '-l', aside] }] : []),
        ...(kind === 'nfs' ? nfsSteps(machine, here, act) : rcloneSteps(machine, here, act)),
        { program: needed(machine, 'mount'), args: ['-c', '--bind', aside, `${FREE_NET}${name}`] },
      ],
      facts: { kind, addr, port: String(port), user, share, path, protocol },
    });
  },
  begin: (act, { keep }) => {
    if (keep === null) return () => undefined;
    const back = keepTarget(keep, act);
    return (done) => {
      if (!done) back();
    };
  },
  lacking: (machine) =>
    ['rclone', 'fusermount', 'mount', 'umount'].filter((program) => machine.find(program) === undefined),
});

export const unmountNet = planner(VERBS.unmountNet.params, {
  draft: ({ name, gone, forget }, machine) => {
    const here = hereOf(machine);
    const program = needed(machine, 'umount');
    const hard = gone === 1 ? ['-f', '-l'] : [];
    const places = [
      ...(here.places.has(name) ? [`${TAKEN_NET}${name}`] : []),
      ...(here.aside.has(name) ? [join(asideOf(here.keep), name)] : []),
    ];
    if (places.length === 0 && forget === 0) return Promise.reject(new Barred('nothing is mounted there'));
    return Promise.resolve({
      words: `unmount ${name}${forget === 1 ? ' and forget it' : ''}`,
      steps: places.map((place) => ({ program, args: ['-c', ...hard, place] })),
      facts: {},
    });
  },
  begin:
    ({ name, forget }, { keep }) =>
    (done) => {
      if (done && forget === 1 && keep !== null) forgetTarget(keep, name);
    },
  lacking: (machine) => ['umount'].filter((program) => machine.find(program) === undefined),
});
