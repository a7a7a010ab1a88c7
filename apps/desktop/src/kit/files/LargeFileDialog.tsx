import { Button, Dialog } from '@boxwood/ui';
import { useRef } from 'react';
import { formatSizeText as sizeText } from '../app/format-units.ts';
import { commonMessages } from '../app/messages.ts';
import { FileUrlsToken } from '../../composition/service-tokens.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { fileMessages } from './messages.ts';
import { saveUrl } from './save-url.ts';
import { type RefusedVerdict, useIssueText } from './use-issue-text.ts';
import { nameAt } from './file-places.ts';

interface LargeFileDialogProps {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The download rule that rejected the size (FILES-56). */
  readonly verdict: RefusedVerdict;
  readonly onClose: () => void;
}

/** Warns that a file exceeds the browser download limit, and downloads it when the user confirms. */
export const LargeFileDialog = ({ path, size, verdict, onClose }: LargeFileDialogProps) => {
  const t = useText(fileMessages);
  const c = useText(commonMessages);
  const issue = useIssueText();
  const confirm = useRef<HTMLButtonElement>(null);
  const addresses = useService(FileUrlsToken);
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
        if (address !== null) saveUrl(address, name);
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
      <div>{t('downloadLarge', { name: safeDisplayName(name), size: sizeText(size) })}</div>
    </Dialog>
  );
};
