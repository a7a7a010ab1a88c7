import { BOX_PATHS as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import type { Location } from '@boxwood/domain';
import { PLACES } from '@boxwood/domain';
import { Banner, Button, Dialog, TextField } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { FilesToken, LinkHintsToken, SessionToken } from '../../composition/service-tokens.ts';
import { PickerDialog } from '../../kit/files/picker/PickerDialog.tsx';
import { placeOf } from '../../kit/files/file-places.ts';
import type { UploadQuestion } from '../../kit/files/receive/upload-question.ts';
import { UploadQuestionDialog } from '../../kit/files/receive/UploadQuestionDialog.tsx';
import { useUploadFiles } from '../../kit/files/receive/use-upload-files.ts';
import { useDisplayPath } from '../../kit/files/use-display-path.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { deleteSharedFiles, readSharedFiles, type SharedFiles as Shared } from '../../platform/share-target.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import styles from './shared-in.module.css';
import { sharedFilesMessages } from './shared-files-messages.ts';

/** Maximum number of names shown; the rest is counted. */
const MAX_LISTED_NAMES = 4;

/** A share that the box received instead of the service worker and could not store. */
const LOST_SHARE: Shared = { files: [], hasLostFiles: true };

const isPhotoOrVideo = ({ type }: File): boolean => type.startsWith('image/') || type.startsWith('video/');

/** Asks where to save files that another app shared with Boxwood (phone.md, share target), and uploads them there. */
export const SaveSharedFiles = () => {
  const stage = useStream(useService(SessionToken).stage$);
  const { hasLostShare } = useService(LinkHintsToken);
  const [shared, setShared] = useState<Shared | null>(hasLostShare ? LOST_SHARE : null);
  const [question, setQuestion] = useState<UploadQuestion | null>(null);
  const receive = useUploadFiles(setQuestion);
  const files = useService(FilesToken);
  useEffect(() => {
    let isMounted = true;
    // A browser without storage has no shared files.
    readSharedFiles().then(
      (found) => {
        if (isMounted && found !== null) setShared(found);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (stage.at !== 'in') return null;
  const discardShared = (): void => {
    setShared(null);
    void deleteSharedFiles();
  };
  return (
    <>
      {shared === null ? null : (
        <SharedFilesDialog
          shared={shared}
          user={stage.username}
          onSave={(location) => {
            // A deleted folder is reported, and the shared files stay for another choice.
            files.checkExists(location.path).subscribe((exists) => {
              if (exists._tag === 'Left' || !exists.right) return;
              const found = shared.files.map((file) => ({ file, path: file.name }));
              receive(location, { files: found, folders: [], unread: [], retry: null });
              discardShared();
            });
          }}
          onDiscard={discardShared}
          onClose={() => {
            // Closing the dialog asks again on the next visit; only "Do not save" deletes the files.
            if (shared.files.length === 0) discardShared();
            else setShared(null);
          }}
        />
      )}
      {question === null ? null : (
        <UploadQuestionDialog
          question={question}
          onClose={() => {
            setQuestion(null);
          }}
        />
      )}
    </>
  );
};

interface SharedFilesDialogProps {
  readonly shared: Shared;
  readonly user: string;
  readonly onSave: (location: Location) => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

const SharedFilesDialog = ({
  shared: { files, hasLostFiles },
  user,
  onSave,
  onDiscard,
  onClose,
}: SharedFilesDialogProps) => {
  const t = useText(sharedFilesMessages);
  const c = useText(commonMessages);
  const describePath = useDisplayPath();
  const [path, setPath] = useState(() => {
    const root = userRoot(user);
    return files.length > 0 && files.every(isPhotoOrVideo) ? `${root}/${PATHS.myImages}` : root;
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const save = (): void => {
    onSave({ place: placeOf(path, user) ?? PLACES.personal, path });
  };
  const isEmpty = files.length === 0;
  return (
    <Dialog
      open
      page
      title={isEmpty ? t('nothingTitle') : t('title', { count: files.length })}
      closeLabel={c('close')}
      onClose={onClose}
      {...(isEmpty ? {} : { onSubmit: save })}
      footer={
        isEmpty ? (
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
        {hasLostFiles ? <Banner tone="warning">{t(isEmpty ? 'nothing' : 'lost')}</Banner> : null}
        {isEmpty ? null : (
          <>
            <ul className={styles.names}>
              {files.slice(0, MAX_LISTED_NAMES).map(({ name }, index) => (
                <li key={index}>{safeDisplayName(name)}</li>
              ))}
              {files.length > MAX_LISTED_NAMES ? (
                <li>{t('others', { count: files.length - MAX_LISTED_NAMES })}</li>
              ) : null}
            </ul>
            <div className={styles.into}>
              <TextField label={t('into')} value={describePath(path)} readOnly />
              <Button
                onClick={() => {
                  setIsChoosing(true);
                }}
              >
                {t('choose')}
              </Button>
            </div>
          </>
        )}
      </div>
      {isChoosing ? (
        <PickerDialog
          kind="directory"
          title={t('chooseTitle')}
          onPick={setPath}
          onClose={() => {
            setIsChoosing(false);
          }}
        />
      ) : null}
    </Dialog>
  );
};
