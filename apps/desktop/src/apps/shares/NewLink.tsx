import { part } from '../../app-kit/part.tsx';
import { parentOf } from '@boxwood/domain';

import { PickerDialog } from '../../file-kit/picker/PickerDialog.tsx';
import { nameAt } from '../../file-kit/places.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';

const ShareDialog = part(async () => (await import('../../file-kit/share/ShareDialog.tsx')).ShareDialog);

/** A link being created; `path` is null until the user has chosen a file or folder. */
export interface Making {
  readonly path: string | null;
}

interface NewLinkProps {
  readonly making: Making;
  readonly onMaking: (making: Making | null) => void;
}

/** Creates a link from the list of links: chooses a file or folder, then opens the common share dialog. */
export const NewLink = ({ making: { path }, onMaking }: NewLinkProps) => {
  const t = useText(messages);
  const close = (): void => {
    onMaking(null);
  };
  return path === null ? (
    <PickerDialog
      kind="link"
      title={t('newLinkTitle')}
      here={t('newLinkHere')}
      onPick={(picked) => {
        onMaking({ path: picked });
      }}
      onClose={close}
    />
  ) : (
    <ShareDialog entries={[{ name: nameAt(path), path }]} folder={parentOf(path)} onClose={close} />
  );
};
