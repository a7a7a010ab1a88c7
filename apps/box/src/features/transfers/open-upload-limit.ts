import { GEN, Refusal } from '../../storage/vault/index.ts';

/**
 * Maximum number of unfinished uploads of a user, and of each of their script tokens; a browser has one at a time, and
 * an interrupted one waits for a week.
 */
export const MAX_OPEN_UPLOADS = 256;

/**
 * Returns which open upload makes room for another; undefined while the limit is not reached.
 * @param open uuids in the order in which they make room
 * @throws Refusal 2 if the box is receiving bytes of all of them
 */
export const findUploadToReplace = (
  open: readonly string[],
  isReceiving: (uuid: string) => boolean,
): string | undefined => {
  if (open.length < MAX_OPEN_UPLOADS) return undefined;
  const found = open.find((uuid) => !isReceiving(uuid));
  if (found === undefined) throw new Refusal(GEN.busy, 'uploads');
  return found;
};
