import { refuse } from '../parts.ts';
import type { Context } from '../parts.ts';
import { sameSecret } from '../secrets.ts';
import type { Box, Db } from '../store/schema.ts';

/** The box that calls, when its secret is right; 1035 otherwise, without saying what was wrong. */
export const requireBox = async (db: Db, { boxId, secret }: Context['claim']): Promise<Box> => {
  const box = await db.selectFrom('boxes').selectAll().where('box_id', '=', boxId).executeTakeFirst();
  // Compared also when there is no box, so that the answer takes as long.
  const right = sameSecret(secret, box?.secret ?? '');
  return box === undefined || secret === '' || !right ? refuse(1035) : box;
};
