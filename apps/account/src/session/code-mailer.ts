import { ACC } from '@boxwood/account-sdk';
import { noticeText } from '@boxwood/account-sdk/rules';
import type { MessageSender } from '../message-sender.ts';
import { storeMessage } from '../messages/message-store.ts';
import type { ServiceDeps } from '../service-context.ts';
import { refuse } from '../service-context.ts';
import type { AttemptLimit } from '../store/attempt-limiter.ts';
import type { CodeUse } from './verification-codes.ts';
import type { ContactAddress } from './contact-address.ts';

/** The purpose of a code as stated in its message, so that users do not pass it on for something else. */
const PURPOSE_TEXTS: Readonly<Record<CodeUse, string>> = {
  address: 'confirm this address',
  password: 'set a new password',
  admin: 'hand over the administration of a box',
  own: 'set a new password or hand over the administration of a box',
};
/** Limits of codes requested from one address, and sent to one address. */
const CODES_FROM_LIMIT: AttemptLimit = { tries: 30, within: 3600 };
const CODES_TO_LIMIT: AttemptLimit = { tries: 20, within: 86_400 };

/** The requester of a code; limits by address are counted under `holder`. */
interface CodeRequester {
  readonly holder: string;
  /** The user with a session, when the code proves a new address of that user. */
  readonly user?: string;
}

/** Sends verification codes to mobile numbers and mail addresses. */
export const createCodeMailer = (
  { db, clock, settings, attempts, codes }: Pick<ServiceDeps, 'db' | 'clock' | 'settings' | 'attempts' | 'codes'>,
  sender: MessageSender,
) => {
  const deliver = (contact: ContactAddress, code: string, use: CodeUse): Promise<void> => {
    const text = `${code} is your Boxwood verification code to ${PURPOSE_TEXTS[use]}. It is valid for 10 minutes. Do not share it with anyone.`;
    return contact.by === 'mail'
      ? sender.mail(contact.address, 'Verification code', text)
      : sender.sms(contact.address, text);
  };

  return {
    /**
     * Creates a code and sends it. If this service cannot send to the address, a user who proves a new one gets the
     * code as a message of the service; all others get it through the outbox.
     * @returns where the code went, unless it was sent to the address
     * @throws Refusal 1002, 1003 it could not be sent, 2002 too many, or less than a minute since the last one
     */
    send: async (
      contact: ContactAddress,
      use: CodeUse,
      { holder, user }: CodeRequester,
    ): Promise<'messages' | 'outbox' | undefined> => {
      const { address } = contact;
      const allowed =
        (await attempts.count(`codes from ${holder}`, CODES_FROM_LIMIT)) &&
        (await attempts.count(`codes to ${address}`, CODES_TO_LIMIT));
      if (!allowed) return refuse(ACC.busy);
      const code = await codes.issue(address, use);
      if (code === undefined) return refuse(ACC.busy);
      if (user !== undefined && !sender.canSend[contact.by]) {
        await storeMessage(db, clock, {
          userName: user,
          type: 3,
          content: noticeText({ kind: 'code', code, address }),
          boxName: '',
        });
        return 'messages';
      }
      try {
        await deliver(contact, code, use);
      } catch (fault) {
        settings.onFault(fault, 'delivery');
        await codes.discard(address);
        return refuse(contact.by === 'mail' ? 1003 : 1002);
      }
      return sender.canSend[contact.by] ? undefined : 'outbox';
    },
  };
};
export type CodeMailer = ReturnType<typeof createCodeMailer>;
