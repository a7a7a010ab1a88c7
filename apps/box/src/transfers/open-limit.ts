import { GEN, Refusal } from '../vault/index.ts';
import type { Upload } from './tables.ts';

/**
 * Maximum number of unfinished uploads per user; a browser has one at a time, and an interrupted one waits for a week.
 */
export const MAX_OPEN = 256;
/** An upload without bytes makes room for another if it was idle for this long. */
const FORSAKEN_MS = 3600 * 1000;

/**
 * Returns which open upload of a user makes room for another; undefined while the limit is not reached.
 * @param open least recently touched first
 * @throws Refusal 2 if every upload is still needed
 */
export const forsakenOf = async (
  open: readonly Upload[],
  now: number,
  isNeeded: (upload: Upload) => Promise<boolean>,
): Promise<Upload | undefined> => {
  if (open.length < MAX_OPEN) return undefined;
  for (const upload of open) if (now - upload.touched >= FORSAKEN_MS && !(await isNeeded(upload))) return upload;
  throw new Refusal(GEN.busy, 'uploads');
};
