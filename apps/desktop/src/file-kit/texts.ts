import type { Verdict } from '@boxwood/command-bus/rules';
import { LanguagesToken } from '../composition/tokens.ts';
import { failureWords$, issueText } from '../i18n/failure-text.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** A rule that said no. */
export type Refused = Extract<Verdict, { readonly ok: false }>;

/** Words for the refusal of an SDK rule in the current language; read again when the words that had to be fetched have come. */
export const useIssueText = (): ((verdict: Refused) => string) => {
  const language = useStream(useService(LanguagesToken).language$);
  useStream(failureWords$);
  return (verdict) => issueText(verdict.issue, { ...verdict }, language);
};
