import { GEN, Refusal } from '../../storage/vault/index.ts';
import type { Upload } from './uploads-table.ts';

/**
 * Maximum number of unfinished uploads per user; a browser has one at a time, and an interrupted one waits for a week.
 */
export const MAX_OPEN_UPLOADS = 256;
/** An upload without bytes makes room for another if it was idle for this long. */
const ABANDONED_AFTER_MS = 3600 * 1000;

/**
 * Returns which open upload of a user makes room for another; undefined while the limit is not reached.
 * @param open least recently touched first
 * @throws Refusal 2 if every upload is still needed
 */
export const findAbandonedUpload = async (
  open: readonly Upload[],
  now: number,
  isNeeded: (upload: Upload) => Promise<boolean>,
): Promise<Upload | undefined> => {
  if (open.length < MAX_OPEN_UPLOADS) return undefined;
  for (const upload of open) if (now - upload.touched >= ABANDONED_AFTER_MS && !(await isNeeded(upload))) return upload;
  throw new Refusal(GEN.busy, 'uploads');
};
