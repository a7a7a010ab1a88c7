import { GEN, Refusal } from '../vault/index.ts';
import type { Upload } from './tables.ts';

/** Uploads that one person may have begun and not ended; a browser has one, and what was broken off waits for a week. */
export const MAX_OPEN = 256;
/** One that holds no bytes makes room for another when nobody has touched it for so long. */
const FORSAKEN_MS = 3600 * 1000;

/**
 * Which of somebody's open uploads makes room for one more; undefined when there is room.
 * @param open those first that were touched longest ago
 * @throws Refusal 2 when all of them count
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
