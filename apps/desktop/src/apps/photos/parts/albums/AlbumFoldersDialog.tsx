import type { Album } from '@boxwood/domain';
import { Button, Dialog, IconButton, IconFolder, IconPlus, IconTrash } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../../kit/app/messages.ts';
import { PickerDialog } from '../../../../kit/files/picker/PickerDialog.tsx';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useDisplayPath } from '../../../../kit/files/use-display-path.ts';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';
import styles from '../../photos.module.css';

/** Lists, adds and removes the folders that an album watches (PHOTO-03, PHOTO-19, PHOTO-21). */
export const AlbumFoldersDialog = ({ album, onClose }: { readonly album: Album; readonly onClose: () => void }) => {
  const t = useText(albumMessages);
  const c = useText(commonMessages);
  const photos = usePhotos();
  const formatPath = useDisplayPath();
  const [choosing, setChoosing] = useState(false);
  const [folders, reload] = useQuery(
    useCallback(() => photos.folders.list(album.id), [photos, album.id]),
    { about: 'photos' },
  );
  return (
    <Dialog
      open
      title={t('foldersTitle', { name: album.name })}
      description={t('foldersText')}
      width={480}
      closeLabel={c('close')}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<IconPlus />}
            onClick={() => {
              setChoosing(true);
            }}
          >
            {t('folderAdd')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {c('close')}
          </Button>
        </>
      }
    >
      <LoadedContent request={folders} reload={reload}>
        {(list) =>
          list.length === 0 ? (
            <p className={styles.hint}>{t('foldersNone')}</p>
          ) : (
            <ul className={styles.folders} aria-label={t('folders')}>
              {list.map(({ path, num }) => (
                <li key={path}>
                  <IconFolder />
                  <span>
                    {formatPath(path)}
                    <small>{t('count', { count: num })}</small>
                  </span>
                  <IconButton
                    size="sm"
                    label={t('folderDrop', { name: formatPath(path) })}
                    icon={<IconTrash />}
                    onClick={() => {
                      photos.folders.unbind(album, path).subscribe(reload);
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedContent>
      {choosing ? (
        <PickerDialog
          kind="own"
          title={t('folderPick')}
          onPick={(path) => {
            photos.folders.bind(album, path).subscribe(reload);
          }}
          onClose={() => {
            setChoosing(false);
          }}
        />
      ) : null}
    </Dialog>
  );
};
