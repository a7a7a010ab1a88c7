import { type CatalogueMessage, sessionMessages, formatMessage } from '@boxwood/command-bus/messages';
import type { Failure, Rejection, StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { FailureMessages } from './failure-messages.ts';
import type { Language } from './language.ts';
import type { Languages } from './languages.ts';
import { sessionStateMessages } from './session-state-messages.ts';

/** A failure as text for the user; `details` holds the code for support and is never the text itself. */
export interface FailureText {
  readonly text: string;
  readonly details: string;
}

const UNKNOWN: CatalogueMessage = { level: 'error', en: 'The operation failed', zh: '操作失败' };

const messagesState = new State<FailureMessages | null>(null);
let pendingLoad: Promise<void> | null = null;

/** The loaded failure messages, null before; texts are read again when they arrive. */
export const failureMessages$: StateStream<FailureMessages | null> = messagesState.stream;

/** Loads the failure messages once; after a failed load the next call tries again. */
export const loadFailureMessages = (): Promise<void> => {
  pendingLoad ??= import('./failure-messages.ts').then(
    ({ failureMessages }) => {
      messagesState.set(failureMessages);
    },
    () => {
      // Offline the chunk cannot be loaded; "The operation failed" is shown until the next attempt.
      pendingLoad = null;
    },
  );
  return pendingLoad;
};

/** The loaded messages; starts loading them when they are missing. */
const loadedMessages = (): FailureMessages | null => {
  if (messagesState.value === null) void loadFailureMessages();
  return messagesState.value;
};

/** The text for the issue of an SDK validation rule. */
export const issueText = (issue: string, values: Readonly<Record<string, unknown>>, language: Language): string =>
  formatMessage(loadedMessages()?.issue(issue, {}) ?? UNKNOWN, language, values);

/** The text for a message key of the domain or for the issue of a rule. */
const rejectionText = ({ messageKey, values = {} }: Rejection, languages: Languages, language: Language): string => {
  if (Object.hasOwn(sessionStateMessages.table, messageKey))
    return languages.textByKey(sessionStateMessages, messageKey, values, language);
  const loaded = loadedMessages();
  const domainText = loaded?.domainText(messageKey);
  if (domainText !== undefined)
    return languages.textByKey(
      { namespace: 'words', table: { [messageKey]: domainText } },
      messageKey,
      values,
      language,
    );
  return formatMessage(loaded?.issue(messageKey, values) ?? UNKNOWN, language, values);
};

/** The text for every failure of the domain and the SDKs (ui.md: errors never show a bare code). */
export const failureText = (failure: Failure, languages: Languages, language: Language): FailureText => {
  const translate = (message: CatalogueMessage, values: Readonly<Record<string, unknown>> = {}): string =>
    formatMessage(message, language, values);
  switch (failure._tag) {
    case 'Rejected':
      return { text: rejectionText(failure, languages, language), details: '' };
    case 'Network':
      return { text: translate(sessionMessages['failure.network']), details: '' };
    case 'Timeout':
      return { text: translate(sessionMessages['failure.timeout']), details: `${failure.ms} ms` };
    case 'Aborted':
      return { text: translate(sessionMessages['failure.aborted']), details: '' };
    case 'Http':
      return {
        text: translate(sessionMessages['failure.http'], { status: failure.status }),
        details: `HTTP ${failure.status}`,
      };
    case 'Malformed':
      return {
        text: translate(sessionMessages[failure.at === 'params' ? 'failure.params' : 'failure.malformed']),
        details: failure.issues.join('; '),
      };
    case 'Refused': {
      const { family, code, info = '' } = failure;
      const message = loadedMessages()?.refusal(family, code, info) ?? UNKNOWN;
      return {
        text: translate(message, { code, info }),
        details: `${family} ${code}${info === '' ? '' : ` (${info})`}`,
      };
    }
  }
};
