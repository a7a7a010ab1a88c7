import type { Place } from '@boxwood/domain';
import { Button, NumberField, Select, Switch, TextField } from '@boxwood/ui';
import { placeWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { everywhere, type Narrowing } from '../search.ts';

/** File types that a search can filter by (FILES-40). */
const KINDS = { 1: 'kindAudio', 2: 'kindVideo', 3: 'kindImage', 4: 'kindDocument', 5: 'kindFolder' } as const;

interface SearchPanelProps {
  readonly narrowing: Narrowing;
  /** Places of this box model. */
  readonly places: readonly Place[];
  readonly onChange: (narrowing: Narrowing) => void;
  readonly disabled: boolean;
  readonly onStart: () => void;
}

/** Search filters: scope and file type always, date and size only for a search over places (P-14). */
export const SearchPanel = ({ narrowing, places, onChange, disabled, onStart }: SearchPanelProps) => {
  const t = useText(messages);
  const words = useText(fileWords);
  const set = (change: Partial<Narrowing>): void => {
    onChange({ ...narrowing, ...change });
  };
  const steps = { affix: 'MB', min: 0, step: 1, decreaseLabel: t('less'), increaseLabel: t('moreSize') } as const;
  return (
    <div className={styles.panel} role="group" aria-label={t('advanced')}>
      <Select
        label={t('searchWhere')}
        value={narrowing.where}
        options={[
          { value: '', label: t('whereHere') },
          { value: 'all', label: t('whereAll') },
          ...places.map((place) => ({ value: String(place), label: placeWord(place, words) })),
        ]}
        onValueChange={(where) => {
          set({ where });
        }}
      />
      <Select
        label={t('searchType')}
        value={narrowing.kind}
        options={[
          { value: '', label: t('anyType') },
          ...Object.entries(KINDS).map(([value, word]) => ({ value, label: words(word) })),
        ]}
        onValueChange={(kind) => {
          set({ kind });
        }}
      />
      {everywhere(narrowing) ? (
        <div className={styles.pair}>
          <TextField
            type="date"
            label={t('modifiedFrom')}
            value={narrowing.from}
            onValueChange={(from) => {
              set({ from });
            }}
          />
          <TextField
            type="date"
            label={t('modifiedTo')}
            value={narrowing.to}
            onValueChange={(to) => {
              set({ to });
            }}
          />
          <NumberField
            {...steps}
            label={t('sizeFrom')}
            value={narrowing.min}
            onValueChange={(min) => {
              set({ min });
            }}
          />
          <NumberField
            {...steps}
            label={t('sizeTo')}
            value={narrowing.max}
            onValueChange={(max) => {
              set({ max });
            }}
          />
        </div>
      ) : null}
      <Switch
        label={t('regex')}
        hint={t('regexHint')}
        checked={narrowing.regex}
        onCheckedChange={(regex) => {
          set({ regex });
        }}
        between
      />
      <Button variant="primary" onClick={onStart} disabled={disabled}>
        {t('startSearch')}
      </Button>
    </div>
  );
};
