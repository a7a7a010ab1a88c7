import type { AccountMessage } from './message-model.ts';

/** Reasons of a failed upgrade, as they appear in the notice. */
const UPGRADE_FAILURE_TEXTS = {
  download: 'it could not be downloaded',
  signature: 'it is not signed with the key that this box trusts',
  other: 'it is signed for another model, machine or version',
  damaged: 'what came is not what was signed',
  space: 'there is not enough space',
  disk: 'it could not be written',
  launcher: 'the launcher did not take it',
  ended: 'it ended before it was ready',
  silent: 'it was not ready in time',
  backup: 'the databases could not be backed up before it',
  broken: 'its folder is not whole',
} as const;
export type UpgradeNoticeReason = keyof typeof UPGRADE_FAILURE_TEXTS;
const isUpgradeNoticeReason = (key: string): key is UpgradeNoticeReason => key in UPGRADE_FAILURE_TEXTS;
/** All values of {@link UpgradeNoticeReason}. */
export const UPGRADE_NOTICE_REASONS: readonly UpgradeNoticeReason[] =
  Object.keys(UPGRADE_FAILURE_TEXTS).filter(isUpgradeNoticeReason);

/**
 * A notice from the account service to a user (G-45, type 3). On the wire it is an English sentence that every client
 * can show; clients that know these notices can translate them.
 */
export type ServiceNotice =
  /** The user became the administrator of the box. */
  | { readonly kind: 'administrator' }
  /** The user was removed from the box. */
  | { readonly kind: 'removed' }
  /** A user accepted an invitation to the box. */
  | { readonly kind: 'joined'; readonly userName: string }
  /** The administrator of the box created a password reset link for the user. */
  | { readonly kind: 'passwordLink' }
  /** The user's password was reset with such a link. */
  | { readonly kind: 'newPassword' }
  /** The code that verifies a new address, from a service without an SMS gateway or mail server. */
  | { readonly kind: 'code'; readonly code: string; readonly address: string }
  /**
   * An upgrade of the box failed and the box still runs version `runs`; `restored`: its databases were restored from
   * before the upgrade.
   */
  | {
      readonly kind: 'notUpgraded';
      readonly version: string;
      readonly why: UpgradeNoticeReason;
      readonly runs: string;
      readonly restored: boolean;
    };

/** Sentences without variable parts. */
const SENTENCES = {
  administrator: 'You are the administrator of the box now',
  removed: 'You were removed from the box',
  passwordLink: 'The administrator made a link with which your password can be set anew',
  newPassword: 'Your password was set anew with a link of the administrator',
} as const;
const FIXED_KINDS = ['administrator', 'removed', 'passwordLink', 'newPassword'] as const;
const JOINED = ' joined the box';
const [RESTORED, NOTHING_LOST] = [
  ', with its databases as they were before the update. What was written into them since is kept beside the backups',
  '. Nothing was lost',
];
const UPGRADE_FAILED_PATTERN =
  /^The update to version (\S+) was not made: (.+)\. Version (\S+) runs as before([,.].+)\.$/;
const CODE_PATTERN = /^(\d{6}) is the code that proves (\S+)$/;

/** Formats a notice as the sentence on the wire. */
export const noticeText = (notice: ServiceNotice): string => {
  switch (notice.kind) {
    case 'administrator':
    case 'removed':
    case 'passwordLink':
    case 'newPassword':
      return SENTENCES[notice.kind];
    case 'joined':
      return `${notice.userName}${JOINED}`;
    case 'code':
      return `${notice.code} is the code that proves ${notice.address}`;
    case 'notUpgraded':
      return `The update to version ${notice.version} was not made: ${UPGRADE_FAILURE_TEXTS[notice.why]}. Version ${notice.runs} runs as before${notice.restored ? RESTORED : NOTHING_LOST}.`;
  }
};

/** Parses a message into a notice; null if it is other text. */
export const parseNotice = ({ type, content }: Pick<AccountMessage, 'type' | 'content'>): ServiceNotice | null => {
  if (type !== 3) return null;
  const kind = FIXED_KINDS.find((each) => SENTENCES[each] === content);
  if (kind !== undefined) return { kind };
  const [, code, address] = CODE_PATTERN.exec(content) ?? [];
  if (code !== undefined && address !== undefined) return { kind: 'code', code, address };
  const [, version, reasonText, runs, end] = UPGRADE_FAILED_PATTERN.exec(content) ?? [];
  const why = UPGRADE_NOTICE_REASONS.find((reason) => UPGRADE_FAILURE_TEXTS[reason] === reasonText);
  if (version !== undefined && runs !== undefined && why !== undefined && (end === RESTORED || end === NOTHING_LOST))
    return { kind: 'notUpgraded', version, why, runs, restored: end === RESTORED };
  // User names have no spaces (VALID-105), sentences have.
  const userName = content.endsWith(JOINED) ? content.slice(0, -JOINED.length) : '';
  return userName === '' || userName.includes(' ') ? null : { kind: 'joined', userName };
};
