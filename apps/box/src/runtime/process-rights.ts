import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Rights of a program that the box starts:
 * - `own`: the rights of the box;
 * - `read`: reads what the box may read, as a user without other rights;
 * - `none`: a user without rights.
 *
 * Only root can grant the last two; otherwise they mean `own`.
 */
export type ProcessRights = 'own' | 'read' | 'none';

export interface ProcessLimits {
  /** The largest file it may write, in bytes. */
  readonly fileBytes?: number;
  /** Maximum address space, in bytes. */
  readonly memoryBytes?: number;
}

/** User without rights that processes untrusted files when the box runs as root. */
export const NOBODY = 65_534;

/** System program folders; the box's PATH is not used for them. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
export const SYSTEM_PATH = SYSTEM_FOLDERS.join(':');
const hasTool = (tool: string): boolean => SYSTEM_FOLDERS.some((folder) => existsSync(`${folder}/${tool}`));

/**
 * If the box was killed before the child set its parent-death signal, the child has another parent and must not start.
 */
const ONLY_WITH_PARENT = ['/bin/sh', '-c', '[ "$PPID" = "$0" ] && exec "$@"', String(process.pid)];

// The child dies with the box: a killed box must not leave a writer behind.
const OWN = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
const AS_NOBODY = [...OWN, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const NONE = [...AS_NOBODY, '--inh-caps=-all'];
// As root the process owns its files and could still truncate and delete them, whatever other rights it dropped.
const READ = [
  ...AS_NOBODY,
  ...['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+dac_read_search`),
];

/** Whether this machine's program accepts these options: small systems have reduced versions under the same name. */
const supportsOptions = ([program = '', ...options]: readonly string[]): boolean =>
  hasTool(program) &&
  spawnSync(program, [...options, 'true'], { stdio: 'ignore', timeout: 5000, env: { PATH: SYSTEM_PATH } }).status === 0;

const isRoot = process.getuid?.() === 0;

interface AvailableConfinement extends Readonly<Record<ProcessRights, readonly string[]>> {
  readonly canLimit: boolean;
}

let known: AvailableConfinement | undefined;
/**
 * Detects what this machine can confine, at the first program start. Most workers start no program, and four checks
 * take longer than their whole start.
 */
const detectConfinement = (): AvailableConfinement => {
  if (known !== undefined) return known;
  const own = supportsOptions(OWN) ? OWN : [];
  const read = isRoot && supportsOptions(READ) ? READ : own;
  const none = isRoot && supportsOptions(NONE) ? NONE : own;
  return (known = { own, read, none, canLimit: supportsOptions(['prlimit', '--core=0', '--']) });
};

/** Whether children can run as another user. */
export const canDropPrivileges = (): boolean => isRoot && detectConfinement().none === NONE;

/** Command line prefix that drops rights from the program that follows. */
export const confinementPrefix = (
  rights: ProcessRights,
  { fileBytes, memoryBytes }: ProcessLimits = {},
): readonly string[] => {
  const limits = [
    ...(fileBytes === undefined ? [] : [`--fsize=${fileBytes}`]),
    ...(memoryBytes === undefined ? [] : [`--as=${memoryBytes}`]),
    ...(rights === 'own' ? [] : ['--nofile=256', '--core=0']),
  ];
  const { canLimit, [rights]: given } = detectConfinement();
  return [
    ...(canLimit && limits.length > 0 ? ['prlimit', ...limits, '--'] : []),
    ...given,
    ...(given.length > 0 ? ONLY_WITH_PARENT : []),
  ];
};
