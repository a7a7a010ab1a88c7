import { type Chip, ChipRow } from '@boxwood/ui';
import { ClockToken } from '../../../composition/tokens.ts';
import { SearchedBefore } from '../../../file-kit/SearchedBefore.tsx';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../all-messages.ts';
import { everywhere, type Narrowing } from '../search.ts';

/** File types with a chip, by their numbers on the wire (FILES-40). */
const KINDS = [
  { kind: '3', word: 'pictures' },
  { kind: '2', word: 'films' },
  { kind: '1', word: 'music' },
  { kind: '4', word: 'documents' },
  { kind: '5', word: 'folders' },
] as const;
/** Minimum size of "large" files, in MB. */
const LARGE_MB = 100;

interface SearchChipsProps {
  readonly narrowing: Narrowing;
  readonly onChange: (narrowing: Narrowing) => void;
  /** Recent searches; empty while a query is typed. */
  readonly before: readonly string[];
  readonly onAgain: (text: string) => void;
}

/** Filter chips and recent searches of the phone layout (phone.md). */
export const SearchChips = ({ narrowing, onChange, before, onAgain }: SearchChipsProps) => {
  const t = useText(messages);
  const newYear = `${new Date(useService(ClockToken).now()).getFullYear()}-01-01`;
  const thisYear = narrowing.from === newYear;
  const large = narrowing.min === LARGE_MB;
  const kinds = KINDS.map(({ kind, word }): Chip => {
    const pressed = narrowing.kind === kind;
    return {
      id: kind,
      label: t(word),
      pressed,
      onPress: () => {
        onChange({ ...narrowing, kind: pressed ? '' : kind });
      },
    };
  });
  const wide: readonly Chip[] = [
    {
      id: 'year',
      label: t('thisYear'),
      pressed: thisYear,
      onPress: () => {
        onChange({ ...narrowing, from: thisYear ? '' : newYear });
      },
    },
    {
      id: 'large',
      label: t('largerThan', { size: `${LARGE_MB} MB` }),
      pressed: large,
      onPress: () => {
        onChange({ ...narrowing, min: large ? null : LARGE_MB });
      },
    },
  ];
  return (
    <>
      <ChipRow label={t('searchType')} chips={[...kinds, ...(everywhere(narrowing) ? wide : [])]} />
      <SearchedBefore before={before} onAgain={onAgain} />
    </>
  );
};
