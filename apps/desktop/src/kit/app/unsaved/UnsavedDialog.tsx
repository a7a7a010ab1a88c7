import { Button, Dialog } from '@boxwood/ui';
import { useRef } from 'react';
import { useText } from '../../../platform/react/use-text.ts';
import { commonMessages } from '../messages.ts';

interface UnsavedDialogProps {
  readonly open: boolean;
  /** Name of the changed item. */
  readonly name: string;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before unsaved changes are left: save, discard or stay. */
export const UnsavedDialog = ({ open, name, onSave, onDiscard, onClose }: UnsavedDialogProps) => {
  const c = useText(commonMessages);
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onClose={onClose}
      title={c('unsavedTitle')}
      description={c('unsavedText', { name })}
      closeLabel={c('close')}
      width={440}
      initialFocus={saveButton}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button variant="danger" onClick={onDiscard}>
            {c('discard')}
          </Button>
          <Button ref={saveButton} variant="primary" onClick={onSave}>
            {c('save')}
          </Button>
        </>
      }
    />
  );
};
