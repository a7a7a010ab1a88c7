/** Words of the account screens and refusals (`@boxwood/account-sdk/messages`). */
import {
  accountMessages,
  defineCatalogue,
  ruleMessages,
  sessionMessages,
  textsOf,
} from '@boxwood/command-bus/messages';

export { ACCOUNT_ERRORS, defineCatalogue, LOCALES, textsOf } from '@boxwood/command-bus/messages';
export type { Level, Locale } from '@boxwood/command-bus/messages';

/** Issues of rules that only this SDK has. */
export const ownMessages = defineCatalogue({
  'registry.format': {
    level: 'warning',
    en: '{address} is not an address of a registry',
    zh: '{address} 不是有效的仓库地址',
  },
});

/** Everything the account service and its rules can say. */
export const accountCatalogue = { ...accountMessages, ...ruleMessages, ...sessionMessages, ...ownMessages } as const;

/** `text`, `issueText` and `levelOf` over {@link accountCatalogue}. */
export const accountTexts = textsOf(accountCatalogue);
