import type { Failure } from '@boxwood/domain';
import { type FailureText, failureText, failureWords$ } from '../i18n/failure-text.ts';
import type { Messages, Text, Words } from '../i18n/define-messages.ts';
import { LanguagesToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';
import { useMemo } from 'react';
import { useStream } from './use-stream.ts';

/** The texts of one part of the product in the current language; the component follows a switch. The same function until then. */
export const useText = <C extends Readonly<Record<string, Words>>>(messages: Messages<C>): Text<C> => {
  const languages = useService(LanguagesToken);
  const language = useStream(languages.language$);
  return useMemo(() => languages.text(messages, language), [languages, messages, language]);
};

/** Picks the side of a pair of texts, for titles that come with data (app manifests). */
export const useWords = (): ((words: Words) => string) => {
  const language = useStream(useService(LanguagesToken).language$);
  return (words) => (language === 'zh-CN' ? words.zh : words.en);
};

/** Words for failures in the current language; read again when the words that had to be fetched have come. */
export const useFailureText = (): ((failure: Failure) => FailureText) => {
  const languages = useService(LanguagesToken);
  const language = useStream(languages.language$);
  useStream(failureWords$);
  return (failure) => failureText(failure, languages, language);
};
