import { type Message, sessionMessages, wordsIn } from '@boxwood/command-bus/messages';
import type { Failure, Rejection, StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { FailureWords } from './failure-words.ts';
import type { Language } from './language.ts';
import type { Languages } from './languages.ts';
import { sessionWords } from './session-words.ts';

/** A failure as text for the user; `details` holds the code for support and is never the text itself. */
export interface FailureText {
  readonly text: string;
  readonly details: string;
}

const UNKNOWN: Message = { level: 'error', en: 'The operation failed', zh: '操作失败' };

const here = new State<FailureWords | null>(null);
let coming: Promise<void> | null = null;

/** The loaded failure messages, null before; texts are read again when they arrive. */
export const failureWords$: StateStream<FailureWords | null> = here.stream;

/** Loads the failure messages once; after a failed load the next call tries again. */
export const bringFailureWords = (): Promise<void> => {
  coming ??= import('./failure-words.ts').then(
    ({ failureWords }) => {
      here.set(failureWords);
    },
    () => {
      // Offline the chunk cannot be loaded; "The operation failed" is shown until the next attempt.
      coming = null;
    },
  );
  return coming;
};

/** The loaded messages; starts loading them when they are missing. */
const fetched = (): FailureWords | null => {
  if (here.value === null) void bringFailureWords();
  return here.value;
};

/** The text for the issue of an SDK validation rule. */
export const issueText = (issue: string, values: Readonly<Record<string, unknown>>, language: Language): string =>
  wordsIn(fetched()?.issue(issue, {}) ?? UNKNOWN, language, values);

/** The text for a message key of the domain or for the issue of a rule. */
const rejectionText = ({ word, values = {} }: Rejection, languages: Languages, language: Language): string => {
  if (Object.hasOwn(sessionWords.table, word)) return languages.words(sessionWords, word, values, language);
  const words = fetched();
  const own = words?.word(word);
  if (own !== undefined) return languages.words({ namespace: 'words', table: { [word]: own } }, word, values, language);
  return wordsIn(words?.issue(word, values) ?? UNKNOWN, language, values);
};

/** The text for every failure of the domain and the SDKs (ui.md: errors never show a bare code). */
export const failureText = (failure: Failure, languages: Languages, language: Language): FailureText => {
  const say = (message: Message, values: Readonly<Record<string, unknown>> = {}): string =>
    wordsIn(message, language, values);
  switch (failure._tag) {
    case 'Rejected':
      return { text: rejectionText(failure, languages, language), details: '' };
    case 'Network':
      return { text: say(sessionMessages['failure.network']), details: '' };
    case 'Timeout':
      return { text: say(sessionMessages['failure.timeout']), details: `${failure.ms} ms` };
    case 'Aborted':
      return { text: say(sessionMessages['failure.aborted']), details: '' };
    case 'Http':
      return {
        text: say(sessionMessages['failure.http'], { status: failure.status }),
        details: `HTTP ${failure.status}`,
      };
    case 'Malformed':
      return {
        text: say(sessionMessages[failure.at === 'params' ? 'failure.params' : 'failure.malformed']),
        details: failure.issues.join('; '),
      };
    case 'Refused': {
      const { family, code, info = '' } = failure;
      const message = fetched()?.refusal(family, code, info) ?? UNKNOWN;
      return { text: say(message, { code, info }), details: `${family} ${code}${info === '' ? '' : ` (${info})`}` };
    }
  }
};
