/** Entry of a built box: settles how the process uses memory, keeps compiled code beside itself, and then runs the program. */
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs a box: SQLite without a flag, and syntax that is used as it is. Nothing that an older one lacks may be imported before this. */
const OLDEST_NODE = 24;
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `A box needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node} (${process.execPath}). It is to be had at https://nodejs.org/en/download\n`,
  );
  process.exit(1);
}

/**
 * What the C library and V8 read only while a process starts. A box works in bursts: freed memory goes back to the system at once instead of
 * waiting in one arena per thread, in lists of small blocks (each would pin what lies below it), or with threads that only collect; and the nursery
 * stays small. What a socket brings comes in blocks of 64 KiB: mapped and unmapped one by
 * one, they would cost an upload two thirds of its speed, so only larger blocks are.
 */
const SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0',
} as const;
const FLAGS = ['--max-semi-space-size=4', '--v8-pool-size=1', '--disable-warning=ExperimentalWarning'] as const;
if (process.execve !== undefined && process.platform === 'linux' && process.env['BOXWOOD_SETTLED'] === undefined) {
  // The same process goes on with them: same number, same parent, same open files.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...SETTINGS,
    BOXWOOD_SETTLED: '1',
  });
}
delete process.env['BOXWOOD_SETTLED'];

// A folder that cannot be written, as below /opt, is no fault: then there is no cache.
process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
const { giveBackWhenQuiet } = await import('./memory.ts');
giveBackWhenQuiet();
await import('./main.ts');
