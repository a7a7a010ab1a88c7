import { Pager } from '@boxwood/ui';
import { size } from '../../../app-kit/format.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../messages.ts';
import type { Browser } from './use-browser.ts';

/** First, previous, page x of y, next, last; the total, and what is selected (FILES-07, FILES-48). */
export const Footer = ({ browser }: { readonly browser: Browser }) => {
  const t = useText(messages);
  const { view, state, chosen } = browser;
  const { pageNow, pageSum, total } = state;
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
        <span>{t('total', { count: total })}</span>
        <span aria-live="polite" className={styles.chosen}>
          {chosen.entries.length === 0 ? null : t('chosen', { count: chosen.entries.length, size: size(chosen.bytes) })}
        </span>
      </Pager>
    </footer>
  );
};
