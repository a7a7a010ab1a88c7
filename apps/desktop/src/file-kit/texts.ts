import type { Verdict } from '@boxwood/command-bus/rules';
import { LanguagesToken } from '../composition/tokens.ts';
import { failureWords$, issueText } from '../i18n/failure-text.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** The negative result of a rule. */
export type Refused = Extract<Verdict, { readonly ok: false }>;

/**
 * Returns a function that describes the refusal of an SDK rule in the current language. Renders again when lazily
 * loaded failure messages arrive.
 */
export const useIssueText = (): ((verdict: Refused) => string) => {
  const language = useStream(useService(LanguagesToken).language$);
  useStream(failureWords$);
  return (verdict) => issueText(verdict.issue, { ...verdict }, language);
};
