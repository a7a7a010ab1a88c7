import type { FileEntry } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import { EmptyState, Facts, IconInfo } from '@boxwood/ui';
import { dateTime, size } from '../../../app-kit/format.ts';
import { kindOf } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { Thumb } from '../../../file-kit/Thumb.tsx';
import { usePictureFacts } from '../../../file-kit/use-picture-facts.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';
import { useWhere } from './use-where.ts';
import { shownName } from '../../../i18n/shown-name.ts';

/** Details of the selected entries beside the list. */
export const DetailsPane = ({ browser }: { readonly browser: Browser }) => {
  const t = useText(messages);
  const whereIs = useWhere(browser);
  const { entries, bytes } = browser.chosen;
  const [first] = entries;
  if (first === undefined)
    return (
      <aside className={styles.pane} aria-label={t('detailsPane')}>
        <EmptyState compact icon={<IconInfo />} title={t('nothingChosen')} />
      </aside>
    );
  return (
    <aside className={styles.pane} aria-label={t('detailsPane')}>
      <div className={styles.panePicture}>
        <Thumb entry={first} size={96} />
      </div>
      {entries.length === 1 ? (
        <One entry={first} where={whereIs(first)} />
      ) : (
        <>
          <h3 className={styles.paneTitle}>{t('severalChosen', { count: entries.length })}</h3>
          <Facts facts={[{ id: 'size', name: t('totalSize'), value: size(bytes) }]} />
        </>
      )}
    </aside>
  );
};

const One = ({ entry, where }: { readonly entry: FileEntry; readonly where: string }) => {
  const w = useText(fileWords);
  const folder = isFolder(entry);
  const picture = usePictureFacts(entry);
  return (
    <>
      <h3 className={styles.paneTitle}>{shownName(entry.name)}</h3>
      <Facts
        facts={[
          { id: 'type', name: w('type'), value: kindOf(entry, w) },
          ...(folder ? [] : [{ id: 'size', name: w('size'), value: size(entry.size) }]),
          { id: 'mtime', name: w('modified'), value: entry.mtime === 0 ? '–' : dateTime(entry.mtime) },
          ...(entry.ctime === 0 ? [] : [{ id: 'ctime', name: w('created'), value: dateTime(entry.ctime) }]),
          ...picture,
          { id: 'path', name: w('location'), value: where },
        ]}
      />
    </>
  );
};
