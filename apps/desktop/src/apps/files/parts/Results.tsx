import { Button } from '@boxwood/ui';
import { placeWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../messages.ts';
import type { Browser } from './use-browser.ts';

/** Bar above search results: the query, where it searched, and a button to end the search (P-14). */
export const Results = ({ browser: { view, state } }: { readonly browser: Browser }) => {
  const t = useText(messages);
  const w = useText(fileWords);
  const { search } = state;
  if (search === null) return null;
  const text = search.text === '' ? t('anyName') : search.text;
  const places = search.wide?.places ?? [];
  const [place] = places;
  const words =
    place === undefined
      ? t('results', { text })
      : places.length > 1
        ? t('resultsAll', { text })
        : t('resultsIn', { text, place: placeWord(place, w) });
  return (
    <div className={styles.results}>
      <span className={styles.name}>{words}</span>
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
