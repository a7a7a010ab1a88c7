import { checkAlbumName } from '@boxwood/box-sdk/rules';
import type { Album } from '@boxwood/domain';
import { TextField } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { People } from '../../../file-kit/people/People.tsx';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import styles from '../photos.module.css';

/** Creates or edits an album: its name and its members (ROLE-08, PHOTO-11, PHOTO-12). */
export const AlbumDialog = ({
  album,
  onDone,
  onClose,
}: {
  /** Null creates an album. */
  readonly album: Album | null;
  readonly onDone: (album: { readonly id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(albumWords);
  const c = useText(common);
  const photos = usePhotos();
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [name, setName] = useState(album?.name ?? '');
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(album?.members));
  return (
    <FormDialog
      title={album === null ? t('newTitle') : t('changeTitle', { name: album.name })}
      width={440}
      confirm={album === null ? t('create') : c('save')}
      verdict={checkAlbumName(name)}
      busy={state.at === 'running'}
      typed={[name, [...members].toSorted()]}
      onSubmit={() => {
        const wish = { id: album?.id ?? null, name: name.trim(), members: [...members] };
        run(
          () => photos.saveAlbum(wish),
          (id) => {
            onDone({ id, name: wish.name });
          },
        );
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField label={t('name')} value={name} required autoFocus maxLength={255} onValueChange={setName} />
        <People
          label={t('people')}
          hint={t('peopleHint')}
          members={members}
          onChange={(user, allowed) => {
            const next = new Set(members);
            if (allowed) next.add(user);
            else next.delete(user);
            setMembers(next);
          }}
        />
        {state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(state.failure).text}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
};
