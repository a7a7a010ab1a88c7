import { noticeText } from '@boxwood/account-sdk/rules';
import type { ServiceClock } from '../system-clock.ts';
import { storeMessage } from '../messages/message-store.ts';
import type { Tx } from '../store/schema.ts';
import { addMember, consumeInvite } from './roster-store.ts';

/**
 * Adds a user to a box by invitation and notifies its administrators. Without `boxId` the invitation determines the
 * box.
 */
export const joinBox = async (
  tx: Tx,
  clock: ServiceClock,
  userName: string,
  inviteCode: string,
  boxId?: string,
): Promise<void> => {
  const box = await consumeInvite(tx, clock, inviteCode, boxId);
  await addMember(tx, clock, box, userName, { admin: 'N', owner: 'N' });
  const rows = await tx
    .selectFrom('roster')
    .innerJoin('boxes', 'boxes.box_id', 'roster.box_id')
    .select(['roster.user_name', 'boxes.box_name'])
    .where('roster.box_id', '=', box)
    .where('roster.admin', '=', 'Y')
    .execute();
  for (const { user_name, box_name } of rows)
    await storeMessage(tx, clock, {
      userName: user_name,
      type: 3,
      content: noticeText({ kind: 'joined', userName }),
      boxName: box_name,
    });
};
