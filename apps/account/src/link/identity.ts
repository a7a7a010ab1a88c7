import { ACC } from '@boxwood/account-sdk';
import { refuse } from '../parts.ts';
import type { Context, Parts } from '../parts.ts';
import { sameSecret } from '../secrets.ts';
import type { Box } from '../store/schema.ts';

/** The calling box, when its secret is correct; otherwise refuses with 1035, without details. */
export const requireBox = async (
  { db, settings: { ownBox } }: Pick<Parts, 'db' | 'settings'>,
  { boxId, secret }: Context['claim'],
): Promise<Box> => {
  const box = await db.selectFrom('boxes').selectAll().where('box_id', '=', boxId).executeTakeFirst();
  // Also compared when the box is unknown, so that the response takes equally long.
  const right = sameSecret(secret, ownBox?.secret ?? box?.secret ?? '');
  return box === undefined || secret === '' || !right ? refuse(ACC.noBox) : box;
};
