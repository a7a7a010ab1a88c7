import type { FileEntry, Location } from '@boxwood/domain';
import { isFolder, parentOf } from '@boxwood/domain';
import { Button, Dialog, Facts } from '@boxwood/ui';
import { useCallback, useRef } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { dateTime, size } from '../../../app-kit/format.ts';
import { kindOf } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { Thumb } from '../../../file-kit/Thumb.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { usePictureFacts } from '../../../file-kit/use-picture-facts.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { useFileFacts } from '../services.ts';
import { Checksum } from './Checksum.tsx';
import styles from './dialogs.module.css';
import { FolderSpace } from './FolderSpace.tsx';
import { dialogWords } from './messages.ts';
import { nameAt } from '../../../file-kit/places.ts';

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
  const t = useText(dialogWords);
  const w = useText(fileWords);
  const inWords = usePathInWords();
  const c = useText(common);
  const close = useRef<HTMLButtonElement>(null);
  const [first] = entries;
  const one: Pick<FileEntry, 'name' | 'type' | 'path'> & Partial<FileEntry> = first ?? {
    name: nameAt(location.path),
    type: 5,
    path: location.path,
  };
  const many = entries.length > 1;
  const picture = usePictureFacts(one);
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
                { id: 'path', name: w('location'), value: inWords(parentOf(one.path)) },
              ]
            : [
                { id: 'name', name: w('name'), value: one.name },
                { id: 'type', name: w('type'), value: kindOf(one, w) },
                {
                  id: 'size',
                  name: w('size'),
                  value: isFolder(one) ? <FolderSize path={one.path} /> : size(one.size ?? 0),
                },
                ...(one.mtime === undefined || one.mtime === 0
                  ? []
                  : [{ id: 'mtime', name: w('modified'), value: dateTime(one.mtime) }]),
                ...picture,
                { id: 'path', name: w('location'), value: inWords(parentOf(one.path)) },
                ...(isFolder(one)
                  ? []
                  : [{ id: 'checksum', name: t('checksum'), value: <Checksum path={one.path} /> }]),
              ]
        }
      />
      {many || !isFolder(one) ? null : <FolderSpace path={one.path} name={one.name} />}
    </Dialog>
  );
};

/** Total size of several entries. The box measures the folders among them. */
const SelectionSize = ({ entries }: { readonly entries: readonly FileEntry[] }) => {
  const t = useText(dialogWords);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const bytes = entries.reduce((sum, entry) => (isFolder(entry) ? sum : sum + entry.size), 0);
  const ask = useCallback(
    () => facts.measureAll(entries.filter((entry) => isFolder(entry)).map(({ path }) => path)),
    [facts, entries],
  );
  const [measured] = useQuery(ask);
  switch (measured.at) {
    case 'loading':
      return <span role="status">{t('measuring')}</span>;
    case 'failed':
      return failureText(measured.failure).text;
    case 'ready':
      return size(bytes + measured.value);
  }
};

const FolderSize = ({ path }: { readonly path: string }) => {
  const t = useText(dialogWords);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const [measured, again] = useQuery(useCallback(() => facts.measure(path), [facts, path]));
  switch (measured.at) {
    case 'loading':
      return <span role="status">{t('measuring')}</span>;
    case 'failed':
      return (
        <>
          {failureText(measured.failure).text}{' '}
          <Button variant="link" size="sm" onClick={again}>
            {t('measureAgain')}
          </Button>
        </>
      );
    case 'ready':
      return (
        <>
          {size(measured.value.size)}
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
