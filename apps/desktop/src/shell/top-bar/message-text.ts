import { parseNotice } from '@boxwood/account-sdk/rules';
import type { BoxMessage } from '@boxwood/domain';
import type { Translator } from '../../platform/i18n/define-messages.ts';
import type { messageDrawerMessages } from './message-drawer-messages.ts';

type MessageDrawerText = Translator<(typeof messageDrawerMessages)['table']>;

/** The text of a message; notices of the service itself are shown in the user's language. */
export const messageText = (message: Pick<BoxMessage, 'type' | 'content'>, t: MessageDrawerText): string => {
  const notice = parseNotice(message);
  switch (notice?.kind) {
    case undefined:
      return message.content;
    case 'administrator':
      return t('becameAdministrator');
    case 'removed':
      return t('wasRemoved');
    case 'passwordLink':
      return t('linkForPassword');
    case 'newPassword':
      return t('passwordRenewed');
    case 'joined':
      return t('someoneJoined', { userName: notice.userName });
    case 'code':
      return t('codeFor', { code: notice.code, address: notice.address });
    case 'notUpgraded': {
      const { version, why: upgradeFailure, runs: runningVersion, restored } = notice;
      return t(restored ? 'notUpgradedRestored' : 'notUpgraded', {
        version,
        runs: runningVersion,
        why: t(`left-${upgradeFailure}`),
      });
    }
  }
};
