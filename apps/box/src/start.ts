/** Entry of a built box: settles how the process uses memory, keeps compiled code beside itself, and then runs the program. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { giveBackWhenQuiet } from './memory.ts';

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
enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
giveBackWhenQuiet();
await import('./main.ts');
