import { IconButton, IconFilter, SearchBox } from '@boxwood/ui';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../../kit/app/use-is-phone.ts';
import { SettingsToken, UserToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useDismiss } from '../../../platform/react/use-dismiss.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { useLazyPart } from '../../../kit/app/lazy-parts/use-lazy-part.ts';
import { lazyOverlays } from '../lazy-overlays.ts';
import { searchablePlacesOn } from '../../../kit/files/file-places.ts';
import { recordSearch, recentlySearched } from '../../../kit/files/history/recent-searches.ts';
import { isPlaceSearch, NO_FILTER, buildSearch } from '../search-filter.ts';
import { SearchChips } from './SearchChips.tsx';
import type { SearchPanel } from './SearchPanel.tsx';
import type { FileBrowser } from './browser/use-browser.ts';

/** Debounce in ms between the last key and the search. */
const SEARCH_DEBOUNCE_MS = 350;

interface SearchBarProps {
  readonly browser: FileBrowser;
  /** Starts as a search over all places with this text; null starts below the current folder. */
  readonly initialQuery: string | null;
}

/**
 * Search below the current folder or over all places. Enter starts it, and the panel filters it (FILES-04, FILES-05,
 * G-16, P-14).
 */
export const SearchBar = ({ browser, initialQuery }: SearchBarProps) => {
  const t = useText(messages);
  const { view, state } = browser;
  const startsWide = initialQuery !== null;
  const [text, setText] = useState(initialQuery ?? '');
  const phone = useIsPhone();
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const [isPanelOpen, setIsPanelOpen] = useState(initialQuery === '' && !phone);
  const [filter, setFilter] = useState(startsWide ? { ...NO_FILTER, scope: 'all' } : NO_FILTER);
  useEffect(() => {
    if (initialQuery !== null && initialQuery !== '')
      view.search(buildSearch(initialQuery, { ...NO_FILTER, scope: 'all' }));
  }, [view, initialQuery]);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);
  const runSearch = (query: string, activeFilter = filter): void => {
    clearTimeout(debounceTimer.current);
    view.search(buildSearch(query, activeFilter));
  };
  const start = (): void => {
    recordSearch(settings, user, text);
    runSearch(text);
    // The panel would cover the results.
    setIsPanelOpen(false);
  };
  const bar = useRef<HTMLDivElement>(null);
  useDismiss(isPanelOpen, bar, () => {
    setIsPanelOpen(false);
  });
  return (
    <>
      <div ref={bar} className={styles.search}>
        <SearchBox
          className={styles.searchBox ?? ''}
          label={isPlaceSearch(filter) ? t('searchAll') : t('search')}
          clearLabel={t('clearSearch')}
          value={text}
          autoFocus={startsWide}
          data-autofocus={startsWide ? '' : undefined}
          onValueChange={(next) => {
            setText(next);
            clearTimeout(debounceTimer.current);
            if (next === '' && state.search !== null) runSearch('');
            // On a phone the search runs while the user types, because the Enter key is small.
            else if (phone && next.trim().length > 1)
              debounceTimer.current = setTimeout(() => {
                runSearch(next);
              }, SEARCH_DEBOUNCE_MS);
          }}
          onSearch={start}
        />
        <IconButton
          label={t('advanced')}
          icon={<IconFilter />}
          pressed={isPanelOpen}
          aria-expanded={isPanelOpen}
          onClick={() => {
            setIsPanelOpen(!isPanelOpen);
          }}
        />
        {isPanelOpen ? (
          <LazySearchPanel
            filter={filter}
            places={searchablePlacesOn(browser.actionContext.model)}
            onChange={setFilter}
            disabled={buildSearch(text, filter) === null}
            onStart={start}
          />
        ) : null}
      </div>
      {phone ? (
        <SearchChips
          filter={filter}
          onChange={(next) => {
            setFilter(next);
            runSearch(text, next);
          }}
          recentSearches={text === '' ? recentlySearched(settings, user) : []}
          onRepeat={(query) => {
            setText(query);
            runSearch(query);
          }}
        />
      ) : null}
    </>
  );
};

const LazySearchPanel = (props: ComponentProps<typeof SearchPanel>) => {
  const parts = useLazyPart(lazyOverlays);
  return parts === null ? null : <parts.SearchPanel {...props} />;
};
