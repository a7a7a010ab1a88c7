import { checkPhotoSource } from '@boxwood/box-sdk/rules';
import { IconButton, IconRefresh, RadioGroup } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { uploadWords } from '../upload-words.ts';
import styles from '../photos.module.css';

/** Chooses one of the photo source folders: those of the album and those of the box (DIALOG-29, PICKER-36). */
export const SourceDialog = ({
  own,
  onPick,
  onClose,
}: {
  /** Folders that the album watches. */
  readonly own: readonly string[];
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(uploadWords);
  const c = useText(common);
  const inWords = usePathInWords();
  const photos = usePhotos();
  const [sources, reload] = useQuery(useCallback(() => photos.sources(), [photos]));
  const [chosen, choose] = useState<string | null>(null);
  return (
    <FormDialog
      title={t('sourceTitle')}
      width={440}
      confirm={c('ok')}
      verdict={checkPhotoSource(chosen)}
      onSubmit={() => {
        if (chosen !== null) onPick(chosen);
        onClose();
      }}
      onClose={onClose}
    >
      <div className={styles.sources}>
        <Shown of={sources} reload={reload}>
          {(list) => (
            <RadioGroup
              label={t('sources')}
              value={chosen}
              options={[...new Set([...own, ...list])].map((path) => ({
                value: path,
                label: inWords(path),
                ...(own.includes(path) ? { hint: t('sourceOwn') } : {}),
              }))}
              onValueChange={choose}
            />
          )}
        </Shown>
        <IconButton size="sm" label={c('refresh')} icon={<IconRefresh />} onClick={reload} />
      </div>
    </FormDialog>
  );
};
