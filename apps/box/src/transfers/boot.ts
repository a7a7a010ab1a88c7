import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/**
 * Names this run of the machine. Bytes written in the same run are in the page cache at least; bytes of an earlier run count only as far
 * as they were synced.
 */
export const bootId = (now: number): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Elsewhere: the minute the machine started in, which is the same for the whole run give or take a clock step.
    return `boot-${Math.round((now / 1000 - uptime()) / 60)}`;
  }
};
