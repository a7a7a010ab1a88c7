import { Checkbox, ConfirmDialog } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { useText } from '../../../react/use-text.ts';
import { dialogWords } from './messages.ts';
import { useArchives } from '../archives-service.ts';

/** Explains what extracting does, until the user turns the notice off (DIALOG-15, ARCHIVE-08). */
export const UnzipNotice = ({
  here,
  onGo,
  onClose,
}: {
  readonly here: boolean;
  readonly onGo: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const archives = useArchives();
  const [never, setNever] = useState(false);
  return (
    <ConfirmDialog
      open
      width={480}
      title={here ? t('unzipTitle') : t('unzipElsewhereTitle')}
      message={t('unzipText')}
      confirmLabel={t('extract')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      onClose={onClose}
      onConfirm={() => {
        if (never) archives.acknowledgeNotice();
        onClose();
        onGo();
      }}
    >
      <Checkbox label={t('doNotRemind')} checked={never} onCheckedChange={setNever} />
    </ConfirmDialog>
  );
};
