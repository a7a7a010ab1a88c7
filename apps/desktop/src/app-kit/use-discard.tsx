import { ConfirmDialog } from '@boxwood/ui';
import { type ReactNode, use, useCallback, useState } from 'react';
import { useText } from '../react/use-text.ts';
import { discardWords } from './discard-words.ts';
import { common } from './messages.ts';
import { useUnsaved } from './use-unsaved.ts';
import { WindowContext } from './window-around.ts';

/** Whether what is typed differs from what stood there at first. It is compared as JSON, so a set is handed over as a list in order. */
export const useChanged = (typed: unknown): boolean => {
  const now = JSON.stringify(typed);
  const [first] = useState(now);
  return now !== first;
};

interface Discard {
  /** Leaves the form: at once where nothing would be lost, else when the person agreed. */
  readonly leave: () => void;
  /** Stands in the form, or the dialog that it is in: the question, while it is asked. */
  readonly question: ReactNode;
}

/**
 * A form that is not thrown away unasked: while `unsaved`, whatever closes it, its window, or turns the window to another page asks first
 * whether to discard what was typed. For forms of several fields, a longer text or a name that somebody makes up; what asks for a password, for a
 * confirmation or for another word in the place of one, and what is saved while it is typed, closes at once.
 * @param onLeave closes the form itself, where that is not its window
 */
export const useDiscard = (unsaved: boolean, onLeave?: () => void): Discard => {
  const t = useText(discardWords);
  const c = useText(common);
  /** What the person was about to do. */
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
