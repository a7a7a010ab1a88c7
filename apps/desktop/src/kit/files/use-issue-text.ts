import type { Verdict } from '@boxwood/command-bus/rules';
import { LanguagesToken } from '../../composition/service-tokens.ts';
import { failureMessages$, issueText } from '../../platform/i18n/failure-text.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';

/** The negative result of a rule. */
export type RefusedVerdict = Extract<Verdict, { readonly ok: false }>;

/**
 * Returns a function that describes the refusal of an SDK rule in the current language. Renders again when lazily
 * loaded failure messages arrive.
 */
export const useIssueText = (): ((verdict: RefusedVerdict) => string) => {
  const language = useStream(useService(LanguagesToken).language$);
  useStream(failureMessages$);
  return (verdict) => issueText(verdict.issue, { ...verdict }, language);
};
