import type { Failure } from '@boxwood/domain';
import { type FailureText, failureText, failureMessages$ } from '../i18n/failure-text.ts';
import type { Messages, Translator, LocalizedText } from '../i18n/define-messages.ts';
import { LanguagesToken } from '../../composition/service-tokens.ts';
import { useService } from './scope.tsx';
import { useMemo } from 'react';
import { useStream } from './use-stream.ts';

/**
 * The texts of one part of the product in the current language. The returned function stays the same until the language
 * changes.
 */
export const useText = <C extends Readonly<Record<string, LocalizedText>>>(messages: Messages<C>): Translator<C> => {
  const languages = useService(LanguagesToken);
  const language = useStream(languages.language$);
  return useMemo(() => languages.text(messages, language), [languages, messages, language]);
};

/** Translates a pair of texts that comes with data, such as titles of app manifests. */
export const useLocalizedText = (): ((text: LocalizedText) => string) => {
  const language = useStream(useService(LanguagesToken).language$);
  return (text) => (language === 'zh-CN' ? text.zh : text.en);
};

/** Returns the text of a failure in the current language. Updates when the lazily loaded failure messages arrive. */
export const useFailureText = (): ((failure: Failure) => FailureText) => {
  const languages = useService(LanguagesToken);
  const language = useStream(languages.language$);
  useStream(failureMessages$);
  return (failure) => failureText(failure, languages, language);
};
