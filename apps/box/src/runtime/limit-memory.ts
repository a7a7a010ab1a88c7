import { readFileSync } from 'node:fs';
import { runProgramSync } from './programs.ts';
import { PROGRAMS } from './program-registry.ts';

/**
 * Limits the memory of this process to `bytes` beyond its current use, counting writable data only: V8 reserves
 * gigabytes of address space that it never uses. An allocation beyond the limit fails, or ends the process.
 */
export const limitMemory = (bytes: number): void => {
  if (process.platform !== 'linux') return;
  const kib = /^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kib === undefined) return;
  const limitBytes = Number(kib) * 1024 + bytes;
  const args = [`--pid=${process.pid}`, `--data=${limitBytes}:${limitBytes}`, '--core=0:0'];
  runProgramSync('prlimit', args, { as: PROGRAMS.limit, deadlineMs: 5000 });
};
