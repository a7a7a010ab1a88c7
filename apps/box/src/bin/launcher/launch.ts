/**
 * `node launch.js`: runs the release in use, and rolls back when a new release does not run. It contains no code of the
 * box.
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../platform/clock.ts';
import { releasesDirOf, stateDirOf } from '../../storage/state/state-paths.ts';
import { runBackup, spawnBox } from './launcher-processes.ts';
import { Launcher } from './launcher.ts';

const args = process.argv.slice(2);

/** The last value of an option, as the box reads it. */
const valueOf = (name: string, otherwise: string): string => {
  const found = args.flatMap((arg, index) => {
    if (arg === name) return args[index + 1] ?? [];
    return arg.startsWith(`${name}=`) ? arg.slice(name.length + 1) : [];
  });
  return found.at(-1) ?? otherwise;
};
const resolvePath = (typed: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), typed);

const releases = resolvePath(
  valueOf('--releases', releasesDirOf(stateDirOf(resolvePath(valueOf('--data', './data'))))),
);
const seconds = Number(process.env['BOXWOOD_READY_SECONDS'] ?? '60');
const launcher = new Launcher({
  installed: dirname(fileURLToPath(import.meta.url)),
  releases,
  args,
  model: valueOf('--model', 'G2'),
  clock: systemClock,
  readyTimeoutMs: seconds * 1000,
  start: spawnBox,
  backUp: runBackup,
  log: (line) => process.stderr.write(`${line}\n`),
});
for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const)
  process.on(name, () => {
    // A terminal signals the box as well.
    if (name !== 'SIGINT' || !process.stdin.isTTY) launcher.signal(name);
  });
const [first = '-'] = args;
const isSubcommand = !first.startsWith('-') || args.includes('--help') || args.includes('--version');
process.exitCode = await (isSubcommand ? launcher.runSubcommand() : launcher.run());
