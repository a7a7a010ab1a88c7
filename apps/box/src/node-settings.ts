/**
 * What the C library and V8 read only while a process starts. A box works in bursts: freed memory goes back to the system at once instead of
 * waiting in one arena per thread, in lists of small blocks (each would pin what lies below it), or with threads that only collect; and the nursery
 * stays small. What a socket brings comes in blocks of 64 KiB: mapped and unmapped one by
 * one, they would cost an upload two thirds of its speed, so only larger blocks are.
 */
export const SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0',
} as const;
/** Of Node itself. */
export const FLAGS = ['--max-semi-space-size=4', '--v8-pool-size=1', '--disable-warning=ExperimentalWarning'] as const;
