import { ChipRow, IconClock } from '@boxwood/ui';
import { useText } from '../react/use-text.ts';
import { fileWords } from './messages.ts';

interface SearchedBeforeProps {
  readonly before: readonly string[];
  readonly onAgain: (text: string) => void;
}

/** Recent searches as chips; a tap repeats one. */
export const SearchedBefore = ({ before, onAgain }: SearchedBeforeProps) => {
  const t = useText(fileWords);
  if (before.length === 0) return null;
  return (
    <ChipRow
      label={t('searchedBefore')}
      chips={before.map((text) => ({
        id: text,
        label: text,
        icon: <IconClock size={16} aria-hidden="true" />,
        onPress: () => {
          onAgain(text);
        },
      }))}
    />
  );
};
