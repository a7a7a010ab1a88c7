import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { holderOfFolder } from '../../storage/state/data-folder-lock.ts';
import { stateDirOf } from '../../storage/state/state-paths.ts';
import { secretFileOf } from '../../storage/state/box-secret.ts';
import type { Finding } from './finding.ts';
import { checkState } from './check-state.ts';

export interface DoctorOptions {
  readonly dataDir: string;
  /** Folder of the secrets; by default the user's configuration folder. */
  readonly configDir?: string;
  readonly desktopDir: string;
  readonly port: number;
  /** Whether the account service is embedded. */
  readonly embedded: boolean;
  readonly clock: Clock;
  /** Builds the command line of `boxwood-box restore` with these options. */
  readonly restore: (options: string) => string;
  readonly path?: string;
}

/** Optional programs, what each one adds, and how to install it on Debian. */
const TOOLS: readonly { readonly program: string; readonly adds: string; readonly get: string }[] = [
  { program: 'ffmpeg', adds: 'thumbnails of films', get: 'apt-get install ffmpeg' },
  { program: 'lsblk', adds: 'names, buses and models of disks', get: 'apt-get install util-linux' },
  {
    program: 'setpriv',
    adds: 'unpacking archives as an unprivileged user (when the box runs as root)',
    get: 'apt-get install util-linux',
  },
  { program: 'umount', adds: 'ejecting memory sticks', get: 'apt-get install mount' },
  { program: 'systemctl', adds: 'reboot and power off (by boxwood-host)', get: 'apt-get install systemd' },
];

const GIB = 1024 ** 3;
/** Free space below which the doctor warns, in bytes. */
const LOW_SPACE_BYTES = 2 * GIB;

const isOnPath = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });

const checkFolder = (dataDir: string): readonly Finding[] => {
  if (!existsSync(dataDir))
    return [
      { level: 'note', what: `The data folder ${dataDir} does not exist yet.`, advice: 'The first start creates it.' },
    ];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      {
        level: 'fail',
        what: `This user cannot write to ${dataDir}.`,
        advice: 'Give this user write permission, or choose another folder with --data DIR.',
      },
    ];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${((bavail * bsize) / GIB).toFixed(2)} GB`;
  return bavail * bsize < LOW_SPACE_BYTES
    ? [
        {
          level: 'note',
          what: `Only ${free} are free for the family’s files.`,
          advice: 'Free some space or choose a larger disk with --data DIR.',
        },
      ]
    : [{ level: 'ok', what: `The data folder ${dataDir} is writable, ${free} are free.`, advice: '' }];
};

const checkSecret = (file: string): Finding => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined)
    return {
      level: 'note',
      what: `There is no secret in ${file}.`,
      advice: 'The first start of a new box creates one.',
    };
  return (found.mode & 0o077) === 0
    ? { level: 'ok', what: 'Only this user can read the secret of the box.', advice: '' }
    : { level: 'fail', what: `Other users of this machine can read ${file}.`, advice: `chmod 600 ${file}` };
};

const checkPort = (port: number, running: string | null): Promise<Finding> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (failure) => {
      const isOccupied = 'code' in failure && failure.code === 'EADDRINUSE';
      resolve(
        isOccupied
          ? running === null
            ? { level: 'fail', what: `Port ${port} is in use.`, advice: 'Choose another port with --port N.' }
            : { level: 'ok', what: `The box is running${running}; port ${port} is in use.`, advice: '' }
          : {
              level: 'fail',
              what: `This user cannot listen on port ${port}.`,
              advice: 'Choose a port above 1023 with --port N.',
            },
      );
    });
    probe.listen(port, () => {
      probe.close(() => {
        resolve({ level: 'ok', what: `Port ${port} is free.`, advice: '' });
      });
    });
  });

/** Checks everything a box needs and everything it could use. */
export const runChecks = async (options: DoctorOptions): Promise<readonly Finding[]> => {
  const path = options.path ?? process.env['PATH'] ?? '';
  const tools = TOOLS.map(({ program, adds, get }): Finding =>
    isOnPath(program, path)
      ? { level: 'ok', what: `${program}: ${adds}.`, advice: '' }
      : { level: 'note', what: `${program} is missing. Install it for ${adds}.`, advice: get },
  );
  const desktop: Finding = existsSync(join(options.desktopDir, 'index.html'))
    ? { level: 'ok', what: 'The desktop is built.', advice: '' }
    : {
        level: 'note',
        what: 'The desktop is not built: the box answers API calls only.',
        advice: 'npm run build -- desktop',
      };
  return [
    ...checkFolder(options.dataDir),
    checkSecret(secretFileOf(options.dataDir, options.configDir)),
    ...(await checkState(options)),
    await checkPort(options.port, holderOfFolder(stateDirOf(options.dataDir))),
    desktop,
    ...tools,
  ];
};

const LEVEL_LABELS = { ok: 'ok  ', note: 'note', fail: 'FAIL' } as const;

/** Formats the findings as lines for a terminal. */
export const formatFindings = (findings: readonly Finding[]): readonly string[] =>
  findings.map(
    ({ level, what, advice }) => `${LEVEL_LABELS[level]}  ${what}${advice === '' ? '' : `\n      ${advice}`}`,
  );
