import { ConfirmDialog } from '@boxwood/ui';
import { type ReactNode, use, useCallback, useState } from 'react';
import { useText } from '../../../platform/react/use-text.ts';
import { discardMessages } from './discard-messages.ts';
import { commonMessages } from '../messages.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import { WindowContext } from '../apps/window-context.ts';

/**
 * Returns true when the input differs from its initial value. Values are compared as JSON, so pass a set as an ordered
 * list.
 */
export const useIsChanged = (input: unknown): boolean => {
  const serialized = JSON.stringify(input);
  const [initial] = useState(serialized);
  return serialized !== initial;
};

interface DiscardDialog {
  /** Leaves the form: at once when nothing would be lost, otherwise after the user has confirmed. */
  readonly leave: () => void;
  /** The confirmation dialog; render it inside the form or its dialog. */
  readonly dialog: ReactNode;
}

/**
 * Protects a form: while `unsaved`, closing it, its window, or changing the page of the window asks whether to discard
 * the input. For forms with several fields, a longer text or an invented name. Dialogs for a password, a confirmation
 * or a single replacement, and forms that save while typing, close at once.
 * @param onLeave closes the form itself, where that is not its window
 */
export const useDiscardDialog = (unsaved: boolean, onLeave?: () => void): DiscardDialog => {
  const t = useText(discardMessages);
  const c = useText(commonMessages);
  /** The action that waits for the confirmation. */
  const [pendingLeave, setPendingLeave] = useState<{ readonly go: () => void } | null>(null);
  const askToDiscard = useCallback((go: () => void) => {
    setPendingLeave({ go });
  }, []);
  const release = useUnsavedGuard(use(WindowContext), unsaved, askToDiscard);
  const stay = (): void => {
    setPendingLeave(null);
  };
  return {
    leave: () => {
      if (unsaved) askToDiscard(() => undefined);
      else onLeave?.();
    },
    dialog: (
      <ConfirmDialog
        open={pendingLeave !== null && unsaved}
        danger
        title={t('title')}
        message={t('text')}
        confirmLabel={t('discard')}
        cancelLabel={t('keep')}
        closeLabel={c('close')}
        onClose={stay}
        onConfirm={() => {
          stay();
          release();
          onLeave?.();
          pendingLeave?.go();
        }}
      />
    ),
  };
};
