import { checkAlbumUpload, manualUploadPath } from '@boxwood/box-sdk/rules';
import { type Album, PLACES } from '@boxwood/domain';
import { Button, RadioGroup, TextField } from '@boxwood/ui';
import { useRef, useState } from 'react';
import { UserToken } from '../../../../composition/service-tokens.ts';
import { FormDialog } from '../../../../kit/files/FormDialog.tsx';
import { PickerDialog } from '../../../../kit/files/picker/PickerDialog.tsx';
import { placeOf } from '../../../../kit/files/file-places.ts';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import type { UploadQuestion } from '../../../../kit/files/receive/upload-question.ts';
import { type UploadTree, treeOfInput } from '../../../../kit/files/receive/upload-tree.ts';
import { useUploadFiles } from '../../../../kit/files/receive/use-upload-files.ts';
import { useDisplayPath } from '../../../../kit/files/use-display-path.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useAction } from '../../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../../platform/react/use-text.ts';
import styles from '../../photos.module.css';
import { albumUploadMessages } from '../../album-upload-messages.ts';
import { PhotoSourceDialog } from './PhotoSourceDialog.tsx';

/** Uploads pictures of this device to an album and asks for the target folder (DIALOG-28, PHOTO-05 to PHOTO-09). */
export const AlbumUploadDialog = ({
  album,
  droppedTree,
  onQuestion,
  onClose,
}: {
  readonly album: Album;
  /** Files dropped on the album; null if the user chooses them in this dialog. */
  readonly droppedTree: UploadTree | null;
  /** Receives questions of the upload, for example about an occupied name. */
  readonly onQuestion: (question: UploadQuestion) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(albumUploadMessages);
  const photos = usePhotos();
  const formatPath = useDisplayPath();
  const failureText = useFailureText();
  const user = useService(UserToken);
  const uploadFiles = useUploadFiles(onQuestion);
  const { state, run } = useAction();
  const albumFolders = album.watchpath_list.map(({ path }) => path);
  const [tree, setTree] = useState(droppedTree);
  const [kind, setKind] = useState<'source' | 'custom'>('source');
  const [paths, setPaths] = useState({ source: albumFolders[0] ?? '', custom: '' });
  const [choosing, setChoosing] = useState(false);
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const target = paths[kind];
  const count = tree?.files.length ?? 0;
  const input = (which: typeof files, more: Readonly<Record<string, string>>) => (
    <input
      ref={which}
      type="file"
      multiple
      hidden
      {...more}
      onChange={({ currentTarget }) => {
        const { files: chosen } = currentTarget;
        if (chosen !== null && chosen.length > 0) setTree(treeOfInput(chosen));
        // Reset the value, so that the user can choose the same files again.
        currentTarget.value = '';
      }}
    />
  );
  const pick = (path: string): void => {
    setPaths({ ...paths, [kind]: path });
  };
  const close = (): void => {
    setChoosing(false);
  };
  return (
    <FormDialog
      title={t('title', { name: album.name })}
      width={480}
      confirmLabel={t('upload')}
      validation={checkAlbumUpload(count, target)}
      busy={state.at === 'running'}
      input={[count, paths]}
      onSubmit={() => {
        run(
          () => photos.folders.upload(album, target),
          (path) => {
            if (tree !== null) uploadFiles({ place: placeOf(path, user) ?? PLACES.personal, path }, tree);
            onClose();
          },
        );
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <div className={styles.choice}>
          <Button onClick={() => files.current?.click()}>{t('files')}</Button>
          <Button onClick={() => folder.current?.click()}>{t('folder')}</Button>
          <span aria-live="polite">{count === 0 ? t('nothing') : t('chosen', { count })}</span>
          {input(files, { accept: 'image/*,video/*' })}
          {input(folder, { webkitdirectory: '' })}
        </div>
        <RadioGroup
          across
          label={t('where')}
          value={kind}
          options={[
            { value: 'source', label: t('source') },
            { value: 'custom', label: t('custom') },
          ]}
          onValueChange={setKind}
        />
        <div className={styles.target}>
          <TextField
            label={t(kind)}
            hideLabel
            readOnly
            value={target === '' ? t('none') : formatPath(target)}
            {...(target === '' ? {} : { hint: t('hint', { folder: formatPath(manualUploadPath(target)) }) })}
          />
          <Button
            onClick={() => {
              setChoosing(true);
            }}
          >
            {t('choose')}
          </Button>
        </div>
        {state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(state.failure).text}
          </p>
        ) : null}
      </div>
      {!choosing ? null : kind === 'source' ? (
        <PhotoSourceDialog albumFolders={albumFolders} onPick={pick} onClose={close} />
      ) : (
        <PickerDialog kind="own" title={t('customTitle')} onPick={pick} onClose={close} />
      )}
    </FormDialog>
  );
};
