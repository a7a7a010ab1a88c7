import { Banner, Button, ConfirmDialog, IconSave, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './document.module.css';
import { messages } from './messages.ts';
import { useSave } from './use-save.ts';

interface EditorProps {
  readonly path: string;
  readonly text: string;
  readonly tag: string;
  /** The text as it stands on the box now. */
  readonly onSaved: (text: string, tag: string) => void;
  readonly onLeave: () => void;
}

/** Changes a text and saves it; warns when the file changed meanwhile, and before changes are dropped. */
export const Editor = ({ path, text, tag, onSaved, onLeave }: EditorProps) => {
  const t = useText(messages);
  const c = useText(common);
  const failureText = useFailureText();
  const save = useSave(path);
  const { state, run } = useAction();
  const [draft, setDraft] = useState(text);
  const [question, setQuestion] = useState<'none' | 'changed' | 'leave'>('none');
  const dirty = draft !== text;
  const store = (anyway: boolean): void => {
    run(
      () => save(draft, tag, anyway),
      (saved) => {
        if (saved.at === 'changed') setQuestion('changed');
        else onSaved(draft, saved.tag);
      },
    );
  };
  const close = (): void => {
    setQuestion('none');
  };
  return (
    <>
      <Toolbar label={t('edit')} className={styles.toolbar ?? ''}>
        <Button
          size="sm"
          variant="primary"
          icon={<IconSave />}
          busy={state.at === 'running'}
          disabled={!dirty}
          onClick={() => {
            store(false);
          }}
        >
          {t('save')}
        </Button>
        <span className={styles.status} role="status">
          {state.at === 'running' ? t('saving') : dirty ? t('unsaved') : t('saved')}
        </span>
        <ToolbarSpacer />
        <Button
          size="sm"
          onClick={() => {
            if (dirty) setQuestion('leave');
            else onLeave();
          }}
        >
          {t('stopEditing')}
        </Button>
      </Toolbar>
      {state.at === 'failed' ? (
        <Banner tone="danger">
          {t('saveFailed')}: {failureText(state.failure).text}
        </Banner>
      ) : null}
      <textarea
        className={styles.editor}
        aria-label={t('text')}
        value={draft}
        spellCheck={false}
        autoFocus
        onChange={(event) => {
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
          event.preventDefault();
          if (dirty) store(false);
        }}
      />
      <ConfirmDialog
        open={question === 'changed'}
        danger
        title={t('changedTitle')}
        message={t('changedText')}
        confirmLabel={t('overwrite')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={close}
        onConfirm={() => {
          close();
          store(true);
        }}
      />
      <ConfirmDialog
        open={question === 'leave'}
        danger
        title={t('discardTitle')}
        message={t('discardText')}
        confirmLabel={t('discard')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={close}
        onConfirm={onLeave}
      />
    </>
  );
};
