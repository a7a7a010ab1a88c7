import { IconButton, IconFilter, SearchBox } from '@boxwood/ui';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { SettingsToken, UserToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useLeaving } from '../../../react/use-leaving.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { usePart } from '../../../app-kit/use-part.ts';
import { questions } from '../fetch-questions.ts';
import { searchedOn } from '../../../file-kit/places.ts';
import { noteSearched, recentlySearched } from '../../../file-kit/searched.ts';
import { everywhere, noNarrowing, searchFor } from '../search.ts';
import { SearchChips } from './SearchChips.tsx';
import type { SearchPanel } from './SearchPanel.tsx';
import type { Browser } from './use-browser.ts';

/** Debounce in ms between the last key and the search. */
const TYPING_MS = 350;

interface SearchBarProps {
  readonly browser: Browser;
  /** Starts as a search over all places with this text; null starts below the current folder. */
  readonly wide: string | null;
}

/**
 * Search below the current folder or over all places. Enter starts it, and the panel filters it (FILES-04, FILES-05,
 * G-16, P-14).
 */
export const SearchBar = ({ browser, wide }: SearchBarProps) => {
  const t = useText(messages);
  const { view, state } = browser;
  const isWide = wide !== null;
  const [text, setText] = useState(wide ?? '');
  const phone = usePhone();
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const [panel, setPanel] = useState(wide === '' && !phone);
  const [narrowing, setNarrowing] = useState(isWide ? { ...noNarrowing, where: 'all' } : noNarrowing);
  useEffect(() => {
    if (wide !== null && wide !== '') view.search(searchFor(wide, { ...noNarrowing, where: 'all' }));
  }, [view, wide]);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const look = (wanted: string, narrowed = narrowing): void => {
    clearTimeout(typing.current);
    view.search(searchFor(wanted, narrowed));
  };
  const start = (): void => {
    noteSearched(settings, user, text);
    look(text);
    // The panel would cover the results.
    setPanel(false);
  };
  const bar = useRef<HTMLDivElement>(null);
  useLeaving(panel, bar, () => {
    setPanel(false);
  });
  return (
    <>
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
            clearTimeout(typing.current);
            if (next === '' && state.search !== null) look('');
            // On a phone the search runs while the user types, because the Enter key is small.
            else if (phone && next.trim().length > 1)
              typing.current = setTimeout(() => {
                look(next);
              }, TYPING_MS);
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
          <Panel
            narrowing={narrowing}
            places={searchedOn(browser.situation.model)}
            onChange={setNarrowing}
            disabled={searchFor(text, narrowing) === null}
            onStart={start}
          />
        ) : null}
      </div>
      {phone ? (
        <SearchChips
          narrowing={narrowing}
          onChange={(next) => {
            setNarrowing(next);
            look(text, next);
          }}
          before={text === '' ? recentlySearched(settings, user) : []}
          onAgain={(again) => {
            setText(again);
            look(again);
          }}
        />
      ) : null}
    </>
  );
};

const Panel = (props: ComponentProps<typeof SearchPanel>) => {
  const parts = usePart(questions);
  return parts === null ? null : <parts.SearchPanel {...props} />;
};
