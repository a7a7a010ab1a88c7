import { PLACES as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import type { Location } from '@boxwood/domain';
import { PLACES } from '@boxwood/domain';
import { Banner, Button, Dialog, TextField } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { FilesToken, HintsToken, SessionToken } from '../composition/tokens.ts';
import { PickerDialog } from '../file-kit/picker/PickerDialog.tsx';
import { placeOf } from '../file-kit/places.ts';
import type { ReceiveQuestion } from '../file-kit/receive/question.ts';
import { ReceiveDialog } from '../file-kit/receive/ReceiveDialog.tsx';
import { useReceive } from '../file-kit/receive/use-receive.ts';
import { usePathInWords } from '../file-kit/use-path-in-words.ts';
import { shownName } from '../i18n/shown-name.ts';
import { forgetSharedIn, readSharedIn, type SharedIn as Shared } from '../platform/shared-in.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import styles from './shared-in.module.css';
import { sharedInWords } from './shared-in-messages.ts';

/** Maximum number of names shown; the rest is counted. */
const NAMED = 4;

/** A share that the box received instead of the service worker and could not store. */
const NOTHING: Shared = { files: [], lost: true };

const ofCamera = ({ type }: File): boolean => type.startsWith('image/') || type.startsWith('video/');

/** Asks where to save files that another app shared with Boxwood (phone.md, share target), and uploads them there. */
export const SharedIn = () => {
  const stage = useStream(useService(SessionToken).stage$);
  const { shareLost } = useService(HintsToken);
  const [shared, setShared] = useState<Shared | null>(shareLost ? NOTHING : null);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const receive = useReceive(ask);
  const files = useService(FilesToken);
  useEffect(() => {
    let wanted = true;
    // A browser without storage has no shared files.
    readSharedIn().then(
      (found) => {
        if (wanted && found !== null) setShared(found);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  if (stage.at !== 'in') return null;
  const end = (): void => {
    setShared(null);
    void forgetSharedIn();
  };
  return (
    <>
      {shared === null ? null : (
        <SharedInDialog
          shared={shared}
          user={stage.username}
          onSave={(location) => {
            // A deleted folder is reported, and the shared files stay for another choice.
            files.stillThere(location.path).subscribe((there) => {
              if (there._tag === 'Left' || !there.right) return;
              const found = shared.files.map((file) => ({ file, path: file.name }));
              receive(location, { files: found, folders: [], unread: [], again: null });
              end();
            });
          }}
          onDiscard={end}
          onClose={() => {
            // Closing the dialog asks again on the next visit; only "Do not save" deletes the files.
            if (shared.files.length === 0) end();
            else setShared(null);
          }}
        />
      )}
      {question === null ? null : (
        <ReceiveDialog
          question={question}
          onClose={() => {
            ask(null);
          }}
        />
      )}
    </>
  );
};

interface SharedInDialogProps {
  readonly shared: Shared;
  readonly user: string;
  readonly onSave: (location: Location) => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

const SharedInDialog = ({ shared: { files, lost }, user, onSave, onDiscard, onClose }: SharedInDialogProps) => {
  const t = useText(sharedInWords);
  const c = useText(common);
  const inWords = usePathInWords();
  const [path, setPath] = useState(() => {
    const root = userRoot(user);
    return files.length > 0 && files.every(ofCamera) ? `${root}/${PATHS.myImages}` : root;
  });
  const [choosing, setChoosing] = useState(false);
  const save = (): void => {
    onSave({ place: placeOf(path, user) ?? PLACES.personal, path });
  };
  const nothing = files.length === 0;
  return (
    <Dialog
      open
      page
      title={nothing ? t('nothingTitle') : t('title', { count: files.length })}
      closeLabel={c('close')}
      onClose={onClose}
      {...(nothing ? {} : { onSubmit: save })}
      footer={
        nothing ? (
          <Button variant="primary" onClick={onClose}>
            {c('ok')}
          </Button>
        ) : (
          <>
            <Button onClick={onDiscard}>{t('discard')}</Button>
            <Button type="submit" variant="primary">
              {t('save')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.fields}>
        {lost ? <Banner tone="warning">{t(nothing ? 'nothing' : 'lost')}</Banner> : null}
        {nothing ? null : (
          <>
            <ul className={styles.names}>
              {files.slice(0, NAMED).map(({ name }, index) => (
                <li key={index}>{shownName(name)}</li>
              ))}
              {files.length > NAMED ? <li>{t('others', { count: files.length - NAMED })}</li> : null}
            </ul>
            <div className={styles.into}>
              <TextField label={t('into')} value={inWords(path)} readOnly />
              <Button
                onClick={() => {
                  setChoosing(true);
                }}
              >
                {t('choose')}
              </Button>
            </div>
          </>
        )}
      </div>
      {choosing ? (
        <PickerDialog
          kind="directory"
          title={t('chooseTitle')}
          onPick={setPath}
          onClose={() => {
            setChoosing(false);
          }}
        />
      ) : null}
    </Dialog>
  );
};
