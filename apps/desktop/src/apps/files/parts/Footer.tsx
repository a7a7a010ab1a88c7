import { isFolder, type Selection } from '@boxwood/domain';
import { Pager } from '@boxwood/ui';
import { size } from '../../../app-kit/format.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';

/** Number of selected entries, and the total size of the files among them; folder sizes are unknown. */
const Chosen = ({ of: { entries, bytes } }: { readonly of: Selection }) => {
  const t = useText(messages);
  const count = entries.length;
  if (count === 0) return null;
  return entries.every(isFolder) ? t('chosen', { count }) : t('chosenSize', { count, size: size(bytes) });
};

/** Pager, total count and selection summary (FILES-07, FILES-48). */
export const Footer = ({ browser }: { readonly browser: Browser }) => {
  const t = useText(messages);
  const { view, state, chosen } = browser;
  const { pageNow, pageSum, total, failure, loading } = state;
  return (
    <footer className={styles.footer}>
      <Pager
        label={t('pager')}
        page={pageNow}
        pages={pageSum}
        pageText={t('page', { page: pageNow, pages: pageSum })}
        firstLabel={t('firstPage')}
        previousLabel={t('previousPage')}
        nextLabel={t('nextPage')}
        lastLabel={t('lastPage')}
        onPage={(page) => {
          view.goTo(page);
        }}
        onEdge={(edge) => {
          if (edge === 'first') view.first();
          else view.last();
        }}
      >
        {/* While loading or after a failure the total is unknown, not zero. */}
        <span>{failure === null && loading !== 'first' ? t('total', { count: total }) : ''}</span>
        <span aria-live="polite" className={styles.chosen}>
          <Chosen of={chosen} />
        </span>
      </Pager>
    </footer>
  );
};
