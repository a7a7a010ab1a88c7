import { Button, Dialog } from '@boxwood/ui';
import { useRef } from 'react';
import { size as sizeText } from '../app-kit/format.ts';
import { common } from '../app-kit/messages.ts';
import { FileAddressesToken } from '../composition/tokens.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useText } from '../react/use-text.ts';
import { fileWords } from './messages.ts';
import { saveFrom } from './save-from.ts';
import { type Refused, useIssueText } from './texts.ts';
import { nameAt } from './places.ts';

interface LargeFileDialogProps {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The download rule that rejected the size (FILES-56). */
  readonly verdict: Refused;
  readonly onClose: () => void;
}

/** Warns that a file exceeds the browser download limit, and downloads it when the user confirms. */
export const LargeFileDialog = ({ path, size, verdict, onClose }: LargeFileDialogProps) => {
  const t = useText(fileWords);
  const c = useText(common);
  const issue = useIssueText();
  const confirm = useRef<HTMLButtonElement>(null);
  const addresses = useService(FileAddressesToken);
  const name = nameAt(path);
  return (
    <Dialog
      open
      title={t('download')}
      description={issue(verdict)}
      width={440}
      closeLabel={c('close')}
      initialFocus={confirm}
      onClose={onClose}
      onSubmit={() => {
        const address = addresses.file(path, true);
        if (address !== null) saveFrom(address, name);
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button ref={confirm} variant="primary" type="submit">
            {t('download')}
          </Button>
        </>
      }
    >
      <div>{t('downloadLarge', { name: shownName(name), size: sizeText(size) })}</div>
    </Dialog>
  );
};
