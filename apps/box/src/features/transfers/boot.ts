import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/**
 * Identifies the current boot of the machine. Bytes written in the same boot are at least in the page cache; bytes of
 * an earlier boot count only if they were synced.
 */
export const bootId = (now: number): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Fallback: the minute in which the machine started, which is stable for the boot except for clock steps.
    return `boot-${Math.round((now / 1000 - uptime()) / 60)}`;
  }
};
