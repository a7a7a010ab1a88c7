import { boxCatalogue } from '@boxwood/box-sdk/messages';
import { wordsIn } from '@boxwood/command-bus/messages';
import type { Verdict } from '@boxwood/command-bus/rules';
import { LanguagesToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** A rule that said no. */
export type Refused = Extract<Verdict, { readonly ok: false }>;

const isKnown = (key: string): key is keyof typeof boxCatalogue => Object.hasOwn(boxCatalogue, key);

/** Words for the refusal of an SDK rule in the current language. */
export const useIssueText = (): ((verdict: Refused) => string) => {
  const language = useStream(useService(LanguagesToken).language$);
  return (verdict) =>
    isKnown(verdict.issue) ? wordsIn(boxCatalogue[verdict.issue], language, { ...verdict }) : verdict.issue;
};
