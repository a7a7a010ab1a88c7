import type { ConflictChoice } from '@boxwood/domain';
import { Button, Dialog, RadioGroup } from '@boxwood/ui';
import { useRef, useState } from 'react';
import { commonMessages } from '../../app/messages.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { receiveMessages } from './messages.ts';
import { NameList } from './NameList.tsx';

const CHOICES = { replace: 1, keep: 2, skip: 3 } as const satisfies Record<string, ConflictChoice>;

interface ConflictDialogProps {
  readonly direction: 'upload' | 'download';
  readonly names: readonly string[];
  readonly onChoose: (choice: ConflictChoice) => void;
  readonly onClose: () => void;
}

/**
 * Asks what to do with occupied names: replace, keep both, skip, or cancel (DIALOG-01, DIALOG-02, UPLOAD-23 to
 * UPLOAD-25).
 */
export const ConflictDialog = ({ direction, names, onChoose, onClose }: ConflictDialogProps) => {
  const t = useText(receiveMessages);
  const c = useText(commonMessages);
  const confirm = useRef<HTMLButtonElement>(null);
  const [choice, setChoice] = useState<keyof typeof CHOICES>('keep');
  return (
    <Dialog
      open
      onClose={onClose}
      title={direction === 'upload' ? t('conflictUpload') : t('conflictDownload')}
      description={t('conflictText', { count: names.length })}
      width={550}
      closeLabel={c('close')}
      initialFocus={confirm}
      onSubmit={() => {
        onClose();
        onChoose(CHOICES[choice]);
      }}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button ref={confirm} variant="primary" type="submit">
            {t('goOn')}
          </Button>
        </>
      }
    >
      <NameList names={names} />
      <RadioGroup
        label={t('goOn')}
        hideLabel
        value={choice}
        onValueChange={setChoice}
        options={[
          { value: 'replace', label: t('replace'), hint: t('replaceHint') },
          { value: 'keep', label: t('keepBoth'), hint: t('keepBothHint') },
          { value: 'skip', label: t('leaveThese'), hint: t('leaveTheseHint') },
        ]}
      />
    </Dialog>
  );
};
