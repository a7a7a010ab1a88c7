import { Button } from '@boxwood/ui';
import { placeLabel } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';

/** Bar above search results: the query, where it searched, and a button to end the search (P-14). */
export const SearchResultsBar = ({ browser: { view, state } }: { readonly browser: FileBrowser }) => {
  const t = useText(messages);
  const w = useText(fileMessages);
  const { search } = state;
  if (search === null) return null;
  const text = search.text === '' ? t('anyName') : search.text;
  const places = search.placeSearch?.places ?? [];
  const [place] = places;
  const summary =
    place === undefined
      ? t('results', { text })
      : places.length > 1
        ? t('resultsAll', { text })
        : t('resultsIn', { text, place: placeLabel(place, w) });
  return (
    <div className={styles.results}>
      <span className={styles.name}>{summary}</span>
      {state.partial ? (
        <span role="note" className={styles.partial}>
          {t('resultsPart')}
        </span>
      ) : null}
      <Button
        size="sm"
        onClick={() => {
          view.search(null);
        }}
      >
        {t('endSearch')}
      </Button>
    </div>
  );
};
