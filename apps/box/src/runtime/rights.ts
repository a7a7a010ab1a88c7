import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * What a program may do that the box starts:
 * - `own`: what the box may do;
 * - `read`: read what the box may read, as a user without any other right;
 * - `none`: nothing of the box's, as a user without rights.
 *
 * Only root can give the last two; elsewhere they are `own`.
 */
export type Rights = 'own' | 'read' | 'none';

export interface Limits {
  /** The largest file it may write, in bytes. */
  readonly fileBytes?: number;
  /** The memory it may ask for, in bytes of addresses. */
  readonly memoryBytes?: number;
}

/** The user without rights that reads what strangers made when the box runs as root. */
export const NOBODY = 65_534;

/** Where the system keeps its programs; the PATH of the box is not asked for them. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
export const SYSTEM_PATH = FOLDERS.join(':');
const has = (tool: string): boolean => FOLDERS.some((folder) => existsSync(`${folder}/${tool}`));

/** A box that was killed before its child had asked to die with it is not its parent any more: then there is nothing to begin. */
const ONLY_WITH_PARENT = ['/bin/sh', '-c', '[ "$PPID" = "$0" ] && exec "$@"', String(process.pid)];

// The child dies with the box, however the box dies: a killed box must not leave a writer behind.
const OWN = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
const AS_NOBODY = [...OWN, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const NONE = [...AS_NOBODY, '--inh-caps=-all'];
// As the owner of its files root could still empty and remove them, whatever else it gave away.
const READ = [
  ...AS_NOBODY,
  ...['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+dac_read_search`),
];

/** Whether this machine's program takes these options: small systems have smaller ones under the same name. */
const works = ([program = '', ...options]: readonly string[]): boolean =>
  has(program) &&
  spawnSync(program, [...options, 'true'], { stdio: 'ignore', timeout: 5000, env: { PATH: SYSTEM_PATH } }).status === 0;

const isRoot = process.getuid?.() === 0;

interface Possible extends Readonly<Record<Rights, readonly string[]>> {
  readonly canLimit: boolean;
}

let known: Possible | undefined;
/** What this machine can take away, tried with the first program: most workers and children start none, and four tries are more than their whole start. */
const possible = (): Possible => {
  if (known !== undefined) return known;
  const own = works(OWN) ? OWN : [];
  const read = isRoot && works(READ) ? READ : own;
  const none = isRoot && works(NONE) ? NONE : own;
  return (known = { own, read, none, canLimit: works(['prlimit', '--core=0', '--']) });
};

/** Whether children can be given another user. */
export const canDropRights = (): boolean => isRoot && possible().none === NONE;

/** The beginning of a command line that takes rights away from what follows. */
export const confining = (rights: Rights, { fileBytes, memoryBytes }: Limits = {}): readonly string[] => {
  const limits = [
    ...(fileBytes === undefined ? [] : [`--fsize=${fileBytes}`]),
    ...(memoryBytes === undefined ? [] : [`--as=${memoryBytes}`]),
    ...(rights === 'own' ? [] : ['--nofile=256', '--core=0']),
  ];
  const { canLimit, [rights]: given } = possible();
  return [
    ...(canLimit && limits.length > 0 ? ['prlimit', ...limits, '--'] : []),
    ...given,
    ...(given.length > 0 ? ONLY_WITH_PARENT : []),
  ];
};
