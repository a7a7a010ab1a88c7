import { IconButton, IconFilter, SearchBox } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { useLeaving } from '../../../react/use-leaving.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../messages.ts';
import { searchedOn } from '../../../file-kit/places.ts';
import { everywhere, noNarrowing, searchFor } from '../search.ts';
import { SearchPanel } from './SearchPanel.tsx';
import type { Browser } from './use-browser.ts';

interface SearchBarProps {
  readonly browser: Browser;
  /** Begins as the search over all places, for this text; null begins below the open folder. */
  readonly wide: string | null;
}

/** Search below the open folder or over all places: Enter starts it; the panel narrows it (FILES-04, FILES-05, G-16, P-14). */
export const SearchBar = ({ browser, wide }: SearchBarProps) => {
  const t = useText(messages);
  const { view, state } = browser;
  const isWide = wide !== null;
  const [text, setText] = useState(wide ?? '');
  const [panel, setPanel] = useState(wide === '');
  const [narrowing, setNarrowing] = useState(isWide ? { ...noNarrowing, where: 'all' } : noNarrowing);
  useEffect(() => {
    if (wide !== null && wide !== '') view.search(searchFor(wide, { ...noNarrowing, where: 'all' }));
  }, [view, wide]);
  const start = (): void => {
    view.search(searchFor(text, narrowing));
    // It lies over what was found.
    setPanel(false);
  };
  const bar = useRef<HTMLDivElement>(null);
  useLeaving(panel, bar, () => {
    setPanel(false);
  });
  return (
    <div ref={bar} className={styles.search}>
      <SearchBox
        className={styles.searchBox ?? ''}
        label={everywhere(narrowing) ? t('searchAll') : t('search')}
        clearLabel={t('clearSearch')}
        value={text}
        autoFocus={isWide}
        data-autofocus={isWide ? '' : undefined}
        onValueChange={(next) => {
          setText(next);
          if (next === '' && state.search !== null) view.search(null);
        }}
        onSearch={start}
      />
      <IconButton
        label={t('advanced')}
        icon={<IconFilter />}
        pressed={panel}
        aria-expanded={panel}
        onClick={() => {
          setPanel(!panel);
        }}
      />
      {panel ? (
        <SearchPanel
          narrowing={narrowing}
          places={searchedOn(browser.situation.model)}
          onChange={setNarrowing}
          disabled={searchFor(text, narrowing) === null}
          onStart={start}
        />
      ) : null}
    </div>
  );
};
