/** Messages of the account screens and refusals (`@boxwood/account-sdk/messages`). */
import type { BoxError } from '@boxwood/command-bus';
import type { Locale } from '@boxwood/command-bus/messages';
import {
  ACCOUNT_ERRORS,
  accountMessages,
  defineCatalogue,
  failureKeyOf,
  failureValues,
  ruleMessages,
  sessionMessages,
  createMessageLookup,
  formatMessage,
} from '@boxwood/command-bus/messages';

export { ACCOUNT_ERRORS, defineCatalogue, LOCALES, createMessageLookup } from '@boxwood/command-bus/messages';
export type { MessageLevel, Locale } from '@boxwood/command-bus/messages';

/** Issues of rules that exist only in this SDK. */
export const ownMessages = defineCatalogue({
  'registry.format': {
    level: 'warning',
    en: '{address} is not an address of a registry',
    zh: '{address} 不是有效的仓库地址',
  },
});

/** All messages of the account service and its rules. */
export const accountCatalogue = { ...accountMessages, ...ruleMessages, ...sessionMessages, ...ownMessages } as const;

/** `text`, `issueText` and `levelOf` over {@link accountCatalogue}. */
export const accountTexts = createMessageLookup(accountCatalogue);

/** Message keys by error code, typed for arbitrary codes. */
const MESSAGE_KEYS_BY_CODE: Readonly<Record<number, keyof typeof accountMessages>> = ACCOUNT_ERRORS;

/**
 * Returns the user message for a failed call of the account service in the user's language. Messages for refusals of a
 * box are in `@boxwood/box-sdk/messages`.
 *
 * @example
 * ```ts
 * const joined = await account.exec(JoinBox, { boxName: 'attic', inviteCode: 'abc' })();
 * if (isLeft(joined)) console.log(errorText(joined.left, 'zh-CN'));
 * ```
 */
export const errorText = (error: BoxError, locale: Locale): string => {
  const key = error._tag === 'Refused' ? (MESSAGE_KEYS_BY_CODE[error.code] ?? 'account.other') : failureKeyOf(error);
  return formatMessage(accountCatalogue[key], locale, failureValues(error));
};
