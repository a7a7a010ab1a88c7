import { isFolder, type Selection } from '@boxwood/domain';
import { Pager } from '@boxwood/ui';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';

/** Number of selected entries, and the total size of the files among them; folder sizes are unknown. */
const SelectionSummary = ({ of: { entries, bytes } }: { readonly of: Selection }) => {
  const t = useText(messages);
  const count = entries.length;
  if (count === 0) return null;
  return entries.every(isFolder) ? t('chosen', { count }) : t('chosenSize', { count, size: formatSizeText(bytes) });
};

/** Pager, total count and selection summary (FILES-07, FILES-48). */
export const FilesFooter = ({ browser }: { readonly browser: FileBrowser }) => {
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
          <SelectionSummary of={chosen} />
        </span>
      </Pager>
    </footer>
  );
};
