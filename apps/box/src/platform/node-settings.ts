/**
 * Environment settings that the C library and V8 read only at process start. A box works in bursts, so freed memory
 * goes back to the system at once instead of staying in one arena per thread or in lists of small blocks. Socket data
 * arrives in blocks of 64 KiB; mapping each would cost an upload two thirds of its speed, so only larger blocks are
 * mapped.
 */
export const SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0',
} as const;
/** Command line flags of Node. */
export const FLAGS = ['--max-semi-space-size=4', '--v8-pool-size=1', '--disable-warning=ExperimentalWarning'] as const;
