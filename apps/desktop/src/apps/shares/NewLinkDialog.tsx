import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { parentOf } from '@boxwood/domain';

import { PickerDialog } from '../../kit/files/picker/PickerDialog.tsx';
import { nameAt } from '../../kit/files/file-places.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';

const ShareDialog = lazyComponent(async () => (await import('../../kit/files/share/ShareDialog.tsx')).ShareDialog);

/** A link being created; `path` is null until the user has chosen a file or folder. */
export interface NewLinkDraft {
  readonly path: string | null;
}

interface NewLinkDialogProps {
  readonly draft: NewLinkDraft;
  readonly onDraftChange: (draft: NewLinkDraft | null) => void;
}

/** Creates a link from the list of links: chooses a file or folder, then opens the common share dialog. */
export const NewLinkDialog = ({ draft: { path }, onDraftChange }: NewLinkDialogProps) => {
  const t = useText(messages);
  const close = (): void => {
    onDraftChange(null);
  };
  return path === null ? (
    <PickerDialog
      kind="link"
      title={t('newLinkTitle')}
      phoneConfirmLabel={t('newLinkHere')}
      onPick={(pickedPath) => {
        onDraftChange({ path: pickedPath });
      }}
      onClose={close}
    />
  ) : (
    <ShareDialog entries={[{ name: nameAt(path), path }]} folder={parentOf(path)} onClose={close} />
  );
};
