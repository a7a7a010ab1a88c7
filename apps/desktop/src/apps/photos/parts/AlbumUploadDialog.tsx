import { checkAlbumUpload, manualUploadPath } from '@boxwood/box-sdk/rules';
import { type Album, PLACES } from '@boxwood/domain';
import { Button, RadioGroup, TextField } from '@boxwood/ui';
import { useRef, useState } from 'react';
import { UserToken } from '../../../composition/tokens.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { PickerDialog } from '../../../file-kit/picker/PickerDialog.tsx';
import { placeOf } from '../../../file-kit/places.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import { type Tree, treeOfInput } from '../../../file-kit/receive/tree.ts';
import { useReceive } from '../../../file-kit/receive/use-receive.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from '../photos.module.css';
import { uploadWords } from '../upload-words.ts';
import { SourceDialog } from './SourceDialog.tsx';

/** Uploads pictures of this device to an album and asks for the target folder (DIALOG-28, PHOTO-05 to PHOTO-09). */
export const AlbumUploadDialog = ({
  album,
  brought,
  ask,
  onClose,
}: {
  readonly album: Album;
  /** Files dropped on the album; null if the user chooses them in this dialog. */
  readonly brought: Tree | null;
  /** Receives questions of the upload, for example about an occupied name. */
  readonly ask: (question: ReceiveQuestion) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(uploadWords);
  const photos = usePhotos();
  const inWords = usePathInWords();
  const failureText = useFailureText();
  const user = useService(UserToken);
  const receive = useReceive(ask);
  const { state, run } = useAction();
  const own = album.watchpath_list.map(({ path }) => path);
  const [tree, setTree] = useState(brought);
  const [kind, setKind] = useState<'source' | 'custom'>('source');
  const [paths, setPaths] = useState({ source: own[0] ?? '', custom: '' });
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
      confirm={t('upload')}
      verdict={checkAlbumUpload(count, target)}
      busy={state.at === 'running'}
      typed={[count, paths]}
      onSubmit={() => {
        run(
          () => photos.folders.upload(album, target),
          (path) => {
            if (tree !== null) receive({ place: placeOf(path, user) ?? PLACES.personal, path }, tree);
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
            value={target === '' ? t('none') : inWords(target)}
            {...(target === '' ? {} : { hint: t('hint', { folder: inWords(manualUploadPath(target)) }) })}
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
        <SourceDialog own={own} onPick={pick} onClose={close} />
      ) : (
        <PickerDialog kind="own" title={t('customTitle')} onPick={pick} onClose={close} />
      )}
    </FormDialog>
  );
};
