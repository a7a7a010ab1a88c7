import { ConfirmDialog } from '@boxwood/ui';
import { type ReactNode, use, useCallback, useState } from 'react';
import { useText } from '../react/use-text.ts';
import { discardWords } from './discard-words.ts';
import { common } from './messages.ts';
import { useUnsaved } from './use-unsaved.ts';
import { WindowContext } from './window-around.ts';

/**
 * Returns true when the input differs from its initial value. Values are compared as JSON, so pass a set as an ordered
 * list.
 */
export const useChanged = (typed: unknown): boolean => {
  const now = JSON.stringify(typed);
  const [first] = useState(now);
  return now !== first;
};

interface Discard {
  /** Leaves the form: at once when nothing would be lost, otherwise after the user has confirmed. */
  readonly leave: () => void;
  /** The confirmation dialog; render it inside the form or its dialog. */
  readonly question: ReactNode;
}

/**
 * Protects a form: while `unsaved`, closing it, its window, or changing the page of the window asks whether to discard
 * the input. For forms with several fields, a longer text or an invented name. Dialogs for a password, a confirmation
 * or a single replacement, and forms that save while typing, close at once.
 * @param onLeave closes the form itself, where that is not its window
 */
export const useDiscard = (unsaved: boolean, onLeave?: () => void): Discard => {
  const t = useText(discardWords);
  const c = useText(common);
  /** The action that waits for the confirmation. */
  const [about, setAbout] = useState<{ readonly go: () => void } | null>(null);
  const ask = useCallback((go: () => void) => {
    setAbout({ go });
  }, []);
  const release = useUnsaved(use(WindowContext), unsaved, ask);
  const stay = (): void => {
    setAbout(null);
  };
  return {
    leave: () => {
      if (unsaved) ask(() => undefined);
      else onLeave?.();
    },
    question: (
      <ConfirmDialog
        open={about !== null && unsaved}
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
          about?.go();
        }}
      />
    ),
  };
};
