import { ACC } from '@boxwood/account-sdk';
import { refuse } from '../parts.ts';
import type { Context, Parts } from '../parts.ts';
import { sameSecret } from '../secrets.ts';
import type { Box } from '../store/schema.ts';

/** The box that calls, when its secret is right; 1035 otherwise, without saying what was wrong. */
export const requireBox = async (
  { db, settings: { ownBox } }: Pick<Parts, 'db' | 'settings'>,
  { boxId, secret }: Context['claim'],
): Promise<Box> => {
  const box = await db.selectFrom('boxes').selectAll().where('box_id', '=', boxId).executeTakeFirst();
  // Compared also when there is no box, so that the answer takes as long.
  const right = sameSecret(secret, ownBox?.secret ?? box?.secret ?? '');
  return box === undefined || secret === '' || !right ? refuse(ACC.noBox) : box;
};
