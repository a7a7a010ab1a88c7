import { ShareDialog } from '../../../kit/files/share/ShareDialog.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import type { FileBrowser } from '../parts/browser/use-browser.ts';
import { BatchRenameDialog } from './BatchRenameDialog.tsx';
import { CompressDialog } from './CompressDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { DiskDialog } from './DiskDialog.tsx';
import { dialogMessages } from './messages.ts';
import { DownloadDialog } from './DownloadDialog.tsx';
import { FromWebDialog } from './FromWebDialog.tsx';
import { NewFolderDialog } from './NewFolderDialog.tsx';
import { PickerDialog } from '../../../kit/files/picker/PickerDialog.tsx';
import { UploadQuestionDialog } from '../../../kit/files/receive/UploadQuestionDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { UnzipNotice } from './UnzipNotice.tsx';
import { UnzipPasswordDialog } from './UnzipPasswordDialog.tsx';

const PICKER_TITLES = {
  move: 'pickMove',
  copy: 'pickCopy',
  encrypt: 'pickEncrypt',
  decrypt: 'pickDecrypt',
  extract: 'pickExtract',
} as const;
const PHONE_CONFIRM_LABELS = {
  move: 'moveHere',
  copy: 'copyHere',
  encrypt: null,
  decrypt: 'decryptHere',
  extract: 'extractHere',
} as const;

/** The dialog for the current question of a file window, if there is one. */
export const FileDialogs = ({ browser }: { readonly browser: FileBrowser }) => {
  const t = useText(dialogMessages);
  const { question, setQuestion, view } = browser;
  const close = (): void => {
    setQuestion(null);
  };
  if (question === null) return null;
  switch (question.kind) {
    case 'newFolder':
      return <NewFolderDialog location={question.location} onCreated={browser.reveal} onClose={close} />;
    case 'rename':
      return <RenameDialog entry={question.entry} place={question.place} onDone={browser.reveal} onClose={close} />;
    case 'batchRename':
      return (
        <BatchRenameDialog entries={question.entries} folder={question.folder} place={question.place} onClose={close} />
      );
    case 'delete':
      return <DeleteDialog entries={question.entries} onClose={close} />;
    case 'conflict':
    case 'unread':
      return <UploadQuestionDialog question={question} onClose={close} />;
    case 'download':
      return <DownloadDialog entries={question.entries} verdict={question.verdict} onClose={close} />;
    case 'details':
      return <DetailsDialog entries={question.entries} location={question.location} onClose={close} />;
    case 'compress':
      return (
        <CompressDialog
          entry={question.entry}
          folder={question.folder}
          startsWithPicker={question.startsWithPicker}
          onClose={close}
        />
      );
    case 'share':
      return <ShareDialog entries={question.entries} folder={question.folder} onClose={close} />;
    case 'fromWeb':
      return <FromWebDialog folder={question.folder} onClose={close} />;
    case 'unzip':
      return <UnzipNotice isSameFolder={question.isSameFolder} onProceed={question.proceed} onClose={close} />;
    case 'unzipLocked':
      return <UnzipPasswordDialog entry={question.entry} onClose={close} />;
    case 'pick': {
      const here = PHONE_CONFIRM_LABELS[question.purpose];
      return (
        <PickerDialog
          key={question.purpose}
          kind={question.picker}
          title={t(PICKER_TITLES[question.purpose])}
          phoneConfirmLabel={here === null ? undefined : t(here)}
          onPick={question.onPick}
          onClose={close}
        />
      );
    }
    case 'disk':
      return (
        <DiskDialog
          root={question.root}
          onClose={close}
          onEjected={() => {
            const [home] = browser.roots;
            if (home !== undefined) view.open({ place: home.place, path: home.path });
          }}
        />
      );
  }
};
