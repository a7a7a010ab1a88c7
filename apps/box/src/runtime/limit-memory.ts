import { readFileSync } from 'node:fs';
import { runProgramSync } from './programs.ts';
import { PROGRAMS } from './registry.ts';

/**
 * Has the kernel hold this process to so many bytes beyond what it has. Of what may be written to: of addresses V8 reserves gigabytes that it never uses.
 * One that needs more fails, or the process does.
 */
export const limitMemory = (bytes: number): void => {
  if (process.platform !== 'linux') return;
  const kib = /^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kib === undefined) return;
  const most = Number(kib) * 1024 + bytes;
  const args = [`--pid=${process.pid}`, `--data=${most}:${most}`, '--core=0:0'];
  runProgramSync('prlimit', args, { as: PROGRAMS.limit, deadlineMs: 5000 });
};
