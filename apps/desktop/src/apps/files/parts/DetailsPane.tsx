import type { FileEntry } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import { EmptyState, Facts, IconInfo } from '@boxwood/ui';
import { dateTime, formatSizeText } from '../../../kit/app/format-units.ts';
import { kindOf } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { Thumb } from '../../../kit/files/Thumb.tsx';
import { usePictureFacts } from '../../../kit/files/use-picture-facts.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';
import { useEntryLocation } from './browser/use-entry-location.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';

/** Details of the selected entries, shown next to the list. */
export const DetailsPane = ({ browser }: { readonly browser: FileBrowser }) => {
  const t = useText(messages);
  const locationOf = useEntryLocation(browser);
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
        <EntryDetails entry={first} location={locationOf(first)} />
      ) : (
        <>
          <h3 className={styles.paneTitle}>{t('severalChosen', { count: entries.length })}</h3>
          <Facts facts={[{ id: 'size', name: t('totalSize'), value: formatSizeText(bytes) }]} />
        </>
      )}
    </aside>
  );
};

const EntryDetails = ({ entry, location }: { readonly entry: FileEntry; readonly location: string }) => {
  const w = useText(fileMessages);
  const folder = isFolder(entry);
  const picture = usePictureFacts(entry);
  return (
    <>
      <h3 className={styles.paneTitle}>{safeDisplayName(entry.name)}</h3>
      <Facts
        facts={[
          { id: 'type', name: w('type'), value: kindOf(entry, w) },
          ...(folder ? [] : [{ id: 'size', name: w('size'), value: formatSizeText(entry.size) }]),
          { id: 'mtime', name: w('modified'), value: entry.mtime === 0 ? '–' : dateTime(entry.mtime) },
          ...(entry.ctime === 0 ? [] : [{ id: 'ctime', name: w('created'), value: dateTime(entry.ctime) }]),
          ...picture,
          { id: 'path', name: w('location'), value: location },
        ]}
      />
    </>
  );
};
