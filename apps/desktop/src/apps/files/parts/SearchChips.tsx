import { type Chip, ChipRow } from '@boxwood/ui';
import { ClockToken } from '../../../composition/service-tokens.ts';
import { RecentSearches } from '../../../kit/files/history/RecentSearches.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../all-messages.ts';
import { isPlaceSearch, type SearchFilter } from '../search-filter.ts';

/** File types with a chip, by their numbers on the wire (FILES-40). */
const KINDS = [
  { kind: '3', messageKey: 'pictures' },
  { kind: '2', messageKey: 'films' },
  { kind: '1', messageKey: 'music' },
  { kind: '4', messageKey: 'documents' },
  { kind: '5', messageKey: 'folders' },
] as const;
/** Minimum size of "large" files, in MB. */
const LARGE_MB = 100;

interface SearchChipsProps {
  readonly filter: SearchFilter;
  readonly onChange: (filter: SearchFilter) => void;
  /** Recent searches; empty while a query is typed. */
  readonly recentSearches: readonly string[];
  readonly onRepeat: (text: string) => void;
}

/** Filter chips and recent searches of the phone layout (phone.md). */
export const SearchChips = ({ filter, onChange, recentSearches, onRepeat }: SearchChipsProps) => {
  const t = useText(messages);
  const newYear = `${new Date(useService(ClockToken).now()).getFullYear()}-01-01`;
  const thisYear = filter.modifiedFrom === newYear;
  const large = filter.minSizeMb === LARGE_MB;
  const kinds = KINDS.map(({ kind, messageKey: messageKey }): Chip => {
    const pressed = filter.fileType === kind;
    return {
      id: kind,
      label: t(messageKey),
      pressed,
      onPress: () => {
        onChange({ ...filter, fileType: pressed ? '' : kind });
      },
    };
  });
  const placeChips: readonly Chip[] = [
    {
      id: 'year',
      label: t('thisYear'),
      pressed: thisYear,
      onPress: () => {
        onChange({ ...filter, modifiedFrom: thisYear ? '' : newYear });
      },
    },
    {
      id: 'large',
      label: t('largerThan', { size: `${LARGE_MB} MB` }),
      pressed: large,
      onPress: () => {
        onChange({ ...filter, minSizeMb: large ? null : LARGE_MB });
      },
    },
  ];
  return (
    <>
      <ChipRow label={t('searchType')} chips={[...kinds, ...(isPlaceSearch(filter) ? placeChips : [])]} />
      <RecentSearches searches={recentSearches} onSearch={onRepeat} />
    </>
  );
};
