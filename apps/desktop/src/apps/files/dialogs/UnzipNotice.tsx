import { Checkbox, ConfirmDialog } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { dialogMessages } from './messages.ts';
import { useArchives } from '../archives-service.ts';

/** Explains what extracting does, until the user turns the notice off (DIALOG-15, ARCHIVE-08). */
export const UnzipNotice = ({
  isSameFolder,
  onProceed,
  onClose,
}: {
  readonly isSameFolder: boolean;
  readonly onProceed: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogMessages);
  const c = useText(commonMessages);
  const archives = useArchives();
  const [hideNextTime, setHideNextTime] = useState(false);
  return (
    <ConfirmDialog
      open
      width={480}
      title={isSameFolder ? t('unzipTitle') : t('unzipElsewhereTitle')}
      message={t('unzipText')}
      confirmLabel={t('extract')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      onClose={onClose}
      onConfirm={() => {
        if (hideNextTime) archives.acknowledgeExtractNotice();
        onClose();
        onProceed();
      }}
    >
      <Checkbox label={t('doNotRemind')} checked={hideNextTime} onCheckedChange={setHideNextTime} />
    </ConfirmDialog>
  );
};
