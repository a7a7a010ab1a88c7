import { ACC } from '@boxwood/account-sdk';
import { noticeText } from '@boxwood/account-sdk/rules';
import type { Post } from '../delivery/post.ts';
import { leaveNote } from '../messages/store.ts';
import type { Parts } from '../parts.ts';
import { refuse } from '../parts.ts';
import type { Limit } from '../store/attempts.ts';
import type { CodeUse } from './codes.ts';
import type { Reach } from './reach.ts';

/** The purpose of a code as stated in its message, so that users do not pass it on for something else. */
const USES: Readonly<Record<CodeUse, string>> = {
  address: 'confirm this address',
  password: 'set a new password',
  admin: 'hand over the administration of a box',
  own: 'set a new password or hand over the administration of a box',
};
/** Limits of codes requested from one address, and sent to one address. */
const CODES_FROM: Limit = { tries: 30, within: 3600 };
const CODES_TO: Limit = { tries: 20, within: 86_400 };

/** The requester of a code; limits by address are counted under `holder`. */
interface Asker {
  readonly holder: string;
  /** The user with a session, when the code proves a new address of that user. */
  readonly user?: string;
}

/** Sends verification codes to mobile numbers and mail addresses. */
export const createLetters = (
  { db, clock, settings, attempts, codes }: Pick<Parts, 'db' | 'clock' | 'settings' | 'attempts' | 'codes'>,
  post: Post,
) => {
  const deliver = (reach: Reach, code: string, use: CodeUse): Promise<void> => {
    const text = `${code} is your Boxwood verification code to ${USES[use]}. It is good for 10 minutes. Give it to nobody.`;
    return reach.by === 'mail' ? post.mail(reach.address, 'Verification code', text) : post.sms(reach.address, text);
  };

  return {
    /**
     * Creates a code and sends it. If this service cannot send to the address, a user who proves a new one gets the
     * code as a message of the service; all others get it through the outbox.
     * @returns where the code went, unless it was sent to the address
     * @throws Refusal 1002, 1003 it could not be sent, 2002 too many, or less than a minute since the last one
     */
    send: async (reach: Reach, use: CodeUse, { holder, user }: Asker): Promise<'messages' | 'outbox' | undefined> => {
      const { address } = reach;
      const allowed =
        (await attempts.take(`codes from ${holder}`, CODES_FROM)) &&
        (await attempts.take(`codes to ${address}`, CODES_TO));
      if (!allowed) return refuse(ACC.busy);
      const code = await codes.issue(address, use);
      if (code === undefined) return refuse(ACC.busy);
      if (user !== undefined && !post.reaches[reach.by]) {
        await leaveNote(db, clock, {
          userName: user,
          type: 3,
          content: noticeText({ kind: 'code', code, address }),
          boxName: '',
        });
        return 'messages';
      }
      try {
        await deliver(reach, code, use);
      } catch (fault) {
        settings.onFault(fault, 'delivery');
        await codes.withdraw(address);
        return refuse(reach.by === 'mail' ? 1003 : 1002);
      }
      return post.reaches[reach.by] ? undefined : 'outbox';
    },
  };
};
export type Letters = ReturnType<typeof createLetters>;
