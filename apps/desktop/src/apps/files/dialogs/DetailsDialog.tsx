import type { FileEntry, Location } from '@boxwood/domain';
import { isFolder, parentOf } from '@boxwood/domain';
import { Button, Dialog, Facts } from '@boxwood/ui';
import { useCallback, useRef } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { dateTime, formatSizeText } from '../../../kit/app/format-units.ts';
import { kindOf } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { Thumb } from '../../../kit/files/Thumb.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { usePictureFacts } from '../../../kit/files/use-picture-facts.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { useFileFacts } from '../services.ts';
import { Checksum } from './Checksum.tsx';
import styles from './dialogs.module.css';
import { FolderUsage } from './FolderUsage.tsx';
import { dialogMessages } from './messages.ts';
import { useMeasure } from './use-measure.ts';
import { nameAt } from '../../../kit/files/file-places.ts';

/**
 * Name, type, size, time and location; the box counts the contents of folders (DIALOG-12, G-52). Without a selection it
 * shows the current folder.
 */
export const DetailsDialog = ({
  entries,
  location,
  onClose,
}: {
  readonly entries: readonly FileEntry[];
  readonly location: Location;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogMessages);
  const w = useText(fileMessages);
  const formatPath = useDisplayPath();
  const c = useText(commonMessages);
  const close = useRef<HTMLButtonElement>(null);
  const [first] = entries;
  const subject: Pick<FileEntry, 'name' | 'type' | 'path'> & Partial<FileEntry> = first ?? {
    name: nameAt(location.path),
    type: 5,
    path: location.path,
  };
  const many = entries.length > 1;
  const picture = usePictureFacts(subject);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('details')}
      width={480}
      closeLabel={c('close')}
      initialFocus={close}
      footer={
        <Button ref={close} onClick={onClose}>
          {c('close')}
        </Button>
      }
    >
      {first === undefined || many ? null : (
        <div className={styles.picture}>
          <Thumb entry={first} size={64} />
        </div>
      )}
      <Facts
        facts={
          many
            ? [
                { id: 'name', name: w('name'), value: w('items', { count: entries.length }) },
                { id: 'size', name: w('size'), value: <SelectionSize entries={entries} /> },
                { id: 'path', name: w('location'), value: formatPath(parentOf(subject.path)) },
              ]
            : [
                { id: 'name', name: w('name'), value: subject.name },
                { id: 'type', name: w('type'), value: kindOf(subject, w) },
                {
                  id: 'size',
                  name: w('size'),
                  value: isFolder(subject) ? <FolderSize path={subject.path} /> : formatSizeText(subject.size ?? 0),
                },
                ...(subject.mtime === undefined || subject.mtime === 0
                  ? []
                  : [{ id: 'mtime', name: w('modified'), value: dateTime(subject.mtime) }]),
                ...picture,
                { id: 'path', name: w('location'), value: formatPath(parentOf(subject.path)) },
                ...(isFolder(subject)
                  ? []
                  : [{ id: 'checksum', name: t('checksum'), value: <Checksum path={subject.path} /> }]),
              ]
        }
      />
      {many || !isFolder(subject) ? null : <FolderUsage path={subject.path} name={subject.name} />}
    </Dialog>
  );
};

/** Total size of several entries. The box measures the folders among them. */
const SelectionSize = ({ entries }: { readonly entries: readonly FileEntry[] }) => {
  const t = useText(dialogMessages);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const bytes = entries.reduce((sum, entry) => (isFolder(entry) ? sum : sum + entry.size), 0);
  const measure = useCallback(
    () => facts.measureAll(entries.filter((entry) => isFolder(entry)).map(({ path }) => path)),
    [facts, entries],
  );
  const [measured] = useQuery(measure);
  switch (measured.at) {
    case 'loading':
      return <span role="status">{t('measuring')}</span>;
    case 'failed':
      return failureText(measured.failure).text;
    case 'ready':
      return formatSizeText(bytes + measured.value);
  }
};

const FolderSize = ({ path }: { readonly path: string }) => {
  const t = useText(dialogMessages);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const [measured, reload] = useMeasure(useCallback(() => facts.measure(path), [facts, path]));
  switch (measured.at) {
    case 'loading':
      return <span role="status">{t('measuring')}</span>;
    case 'failed':
      return (
        <>
          {failureText(measured.failure).text}{' '}
          <Button variant="link" size="sm" onClick={reload}>
            {t('measureAgain')}
          </Button>
        </>
      );
    case 'ready':
      return (
        <>
          {formatSizeText(measured.value.size)}
          <br />
          <span className={styles.muted}>
            {t('counts', {
              files: t('countFiles', { count: measured.value.count }),
              folders: t('countFolders', { count: measured.value.dirs }),
            })}
          </span>
        </>
      );
  }
};
