import type { Place } from '@boxwood/domain';
import { Button, NumberField, Select, Switch, TextField } from '@boxwood/ui';
import { placeLabel } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { isPlaceSearch, type SearchFilter } from '../search-filter.ts';

/** File types that a search can filter by (FILES-40). */
const KINDS = { 1: 'kindAudio', 2: 'kindVideo', 3: 'kindImage', 4: 'kindDocument', 5: 'kindFolder' } as const;

interface SearchPanelProps {
  readonly filter: SearchFilter;
  /** Places of this box model. */
  readonly places: readonly Place[];
  readonly onChange: (filter: SearchFilter) => void;
  readonly disabled: boolean;
  readonly onStart: () => void;
}

/** Search filters: scope and file type always, date and size only for a search over places (P-14). */
export const SearchPanel = ({ filter, places, onChange, disabled, onStart }: SearchPanelProps) => {
  const t = useText(messages);
  const labels = useText(fileMessages);
  const set = (change: Partial<SearchFilter>): void => {
    onChange({ ...filter, ...change });
  };
  const sizeFieldProps = {
    affix: 'MB',
    min: 0,
    step: 1,
    decreaseLabel: t('less'),
    increaseLabel: t('moreSize'),
  } as const;
  return (
    <div className={styles.panel} role="group" aria-label={t('advanced')}>
      <Select
        label={t('searchWhere')}
        value={filter.scope}
        options={[
          { value: '', label: t('whereHere') },
          { value: 'all', label: t('whereAll') },
          ...places.map((place) => ({ value: String(place), label: placeLabel(place, labels) })),
        ]}
        onValueChange={(where) => {
          set({ scope: where });
        }}
      />
      <Select
        label={t('searchType')}
        value={filter.fileType}
        options={[
          { value: '', label: t('anyType') },
          ...Object.entries(KINDS).map(([value, messageKey]) => ({ value, label: labels(messageKey) })),
        ]}
        onValueChange={(kind) => {
          set({ fileType: kind });
        }}
      />
      {isPlaceSearch(filter) ? (
        <div className={styles.pair}>
          <TextField
            type="date"
            label={t('modifiedFrom')}
            value={filter.modifiedFrom}
            onValueChange={(from) => {
              set({ modifiedFrom: from });
            }}
          />
          <TextField
            type="date"
            label={t('modifiedTo')}
            value={filter.modifiedTo}
            onValueChange={(to) => {
              set({ modifiedTo: to });
            }}
          />
          <NumberField
            {...sizeFieldProps}
            label={t('sizeFrom')}
            value={filter.minSizeMb}
            onValueChange={(min) => {
              set({ minSizeMb: min });
            }}
          />
          <NumberField
            {...sizeFieldProps}
            label={t('sizeTo')}
            value={filter.maxSizeMb}
            onValueChange={(max) => {
              set({ maxSizeMb: max });
            }}
          />
        </div>
      ) : null}
      <Switch
        label={t('regex')}
        hint={t('regexHint')}
        checked={filter.regex}
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
