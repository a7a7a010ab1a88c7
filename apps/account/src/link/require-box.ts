import { ACC } from '@boxwood/account-sdk';
import { refuse } from '../service-context.ts';
import type { CallContext, ServiceDeps } from '../service-context.ts';
import { sameSecret } from '../secrets.ts';
import type { BoxRow } from '../store/schema.ts';

/** The calling box, when its secret is correct; otherwise refuses with 1035, without details. */
export const requireBox = async (
  { db, settings: { ownBox } }: Pick<ServiceDeps, 'db' | 'settings'>,
  { boxId, secret }: CallContext['claim'],
): Promise<BoxRow> => {
  const box = await db.selectFrom('boxes').selectAll().where('box_id', '=', boxId).executeTakeFirst();
  // Also compared when the box is unknown, so that the response takes equally long.
  const right = sameSecret(secret, ownBox?.secret ?? box?.secret ?? '');
  return box === undefined || secret === '' || !right ? refuse(ACC.noBox) : box;
};
