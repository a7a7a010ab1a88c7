import { ChipRow, IconClock } from '@boxwood/ui';
import { useText } from '../../../platform/react/use-text.ts';
import { fileMessages } from '../messages.ts';

interface RecentSearchesProps {
  readonly searches: readonly string[];
  readonly onSearch: (text: string) => void;
}

/** Recent searches as chips; a tap repeats one. */
export const RecentSearches = ({ searches, onSearch }: RecentSearchesProps) => {
  const t = useText(fileMessages);
  if (searches.length === 0) return null;
  return (
    <ChipRow
      label={t('searchedBefore')}
      chips={searches.map((text) => ({
        id: text,
        label: text,
        icon: <IconClock size={16} aria-hidden="true" />,
        onPress: () => {
          onSearch(text);
        },
      }))}
    />
  );
};
