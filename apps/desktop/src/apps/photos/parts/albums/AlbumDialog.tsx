import { checkAlbumName } from '@boxwood/box-sdk/rules';
import type { Album } from '@boxwood/domain';
import { TextField } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../../kit/app/messages.ts';
import { FormDialog } from '../../../../kit/files/FormDialog.tsx';
import { PeopleField } from '../../../../kit/files/people/People.tsx';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useAction } from '../../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';
import styles from '../../photos.module.css';

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
  const t = useText(albumMessages);
  const c = useText(commonMessages);
  const photos = usePhotos();
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [name, setName] = useState(album?.name ?? '');
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(album?.members));
  return (
    <FormDialog
      title={album === null ? t('newTitle') : t('changeTitle', { name: album.name })}
      width={440}
      confirmLabel={album === null ? t('create') : c('save')}
      validation={checkAlbumName(name)}
      busy={state.at === 'running'}
      input={[name, [...members].toSorted()]}
      onSubmit={() => {
        const input = { id: album?.id ?? null, name: name.trim(), members: [...members] };
        run(
          () => photos.saveAlbum(input),
          (id) => {
            onDone({ id, name: input.name });
          },
        );
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField label={t('name')} value={name} required autoFocus maxLength={255} onValueChange={setName} />
        <PeopleField
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
