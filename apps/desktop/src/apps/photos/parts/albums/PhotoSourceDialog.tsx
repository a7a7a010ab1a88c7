import { checkPhotoSource } from '@boxwood/box-sdk/rules';
import { IconButton, IconRefresh, RadioGroup } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../../kit/app/messages.ts';
import { FormDialog } from '../../../../kit/files/FormDialog.tsx';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useDisplayPath } from '../../../../kit/files/use-display-path.ts';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumUploadMessages } from '../../album-upload-messages.ts';
import styles from '../../photos.module.css';

/** Chooses one of the photo source folders: those of the album and those of the box (DIALOG-29, PICKER-36). */
export const PhotoSourceDialog = ({
  albumFolders,
  onPick,
  onClose,
}: {
  /** Folders that the album watches. */
  readonly albumFolders: readonly string[];
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(albumUploadMessages);
  const c = useText(commonMessages);
  const formatPath = useDisplayPath();
  const photos = usePhotos();
  const [sources, reload] = useQuery(useCallback(() => photos.sources(), [photos]));
  const [selectedPath, setSelectedPath] = useState<string | null>(null);
  return (
    <FormDialog
      title={t('sourceTitle')}
      width={440}
      confirmLabel={c('ok')}
      validation={checkPhotoSource(selectedPath)}
      onSubmit={() => {
        if (selectedPath !== null) onPick(selectedPath);
        onClose();
      }}
      onClose={onClose}
    >
      <div className={styles.sources}>
        <LoadedContent request={sources} reload={reload}>
          {(list) => (
            <RadioGroup
              label={t('sources')}
              value={selectedPath}
              options={[...new Set([...albumFolders, ...list])].map((path) => ({
                value: path,
                label: formatPath(path),
                ...(albumFolders.includes(path) ? { hint: t('sourceOwn') } : {}),
              }))}
              onValueChange={setSelectedPath}
            />
          )}
        </LoadedContent>
        <IconButton size="sm" label={c('refresh')} icon={<IconRefresh />} onClick={reload} />
      </div>
    </FormDialog>
  );
};
