import type { WindowId } from '@boxwood/domain';
import { Banner, Button, ConfirmDialog, IconSave, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { UnsavedDialog } from '../../app-kit/UnsavedDialog.tsx';
import { useUnsaved } from '../../app-kit/use-unsaved.ts';
import { DesktopToken } from '../../composition/tokens.ts';
import { UTF8, writeLetters, type Writing } from '../../file-kit/text-encoding.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './document.module.css';
import { messages } from './messages.ts';
import type { Drafts } from './use-draft.ts';
import { useSave } from './use-save.ts';
import { nameAt } from '../../file-kit/places.ts';

interface EditorProps {
  readonly window: WindowId;
  readonly path: string;
  readonly text: string;
  /** Encoding and line ends of the file, which are used to save it. */
  readonly writing: Writing;
  /** The version on which the text is based. */
  readonly tag: string;
  /** An unsaved draft of an earlier session. */
  readonly typed: string | null;
  readonly drafts: Drafts;
  /** Called with the saved version. */
  readonly onSaved: (tag: string, file: Uint8Array<ArrayBuffer>, writing: Writing) => void;
  readonly onLeave: () => void;
}

/** The draft is stored this long after the last key, ms. */
const KEEP = 300;

/** Edits and saves a text. Warns if the file changed on the box, and before changes are discarded. */
export const Editor = ({ window, path, text, writing, tag, typed, drafts, onSaved, onLeave }: EditorProps) => {
  const t = useText(messages);
  const c = useText(common);
  const failureText = useFailureText();
  const save = useSave(path);
  const { state, run } = useAction();
  const desktop = useService(DesktopToken);
  const [draft, setDraft] = useState(typed ?? text);
  const [question, setQuestion] = useState<'none' | 'changed' | 'letters' | 'leave'>('none');
  const [as, setAs] = useState(writing);
  const [lacks, setLacks] = useState('');
  /** What to close once there are no unsaved changes. */
  const [leaving, setLeaving] = useState<'none' | 'editor' | 'window'>('none');
  const dirty = draft !== text;
  useUnsaved(
    window,
    dirty,
    useCallback(() => {
      setLeaving('window');
      setQuestion('leave');
    }, []),
  );
  useKept(drafts, dirty ? draft : null, tag);
  const store = (anyway: boolean, how = as): void => {
    const written = writeLetters(draft, how);
    if ('lacks' in written) {
      setLacks(written.lacks);
      setQuestion('letters');
      return;
    }
    run(
      () => save(written.bytes, tag, anyway),
      (saved) => {
        if (saved.at === 'changed') setQuestion('changed');
        else onSaved(saved.tag, written.bytes, how);
      },
    );
  };
  useEffect(() => {
    if (dirty || leaving === 'none') return;
    if (leaving === 'window') desktop.close(window);
    else onLeave();
  }, [dirty, leaving, desktop, window, onLeave]);
  const stay = (): void => {
    setLeaving('none');
  };
  const close = (): void => {
    setQuestion('none');
    stay();
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
            stay();
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
            setLeaving('editor');
            if (dirty) setQuestion('leave');
          }}
        >
          {t('stopEditing')}
        </Button>
      </Toolbar>
      {state.at === 'failed' ? (
        <Banner tone="danger">{t('saveFailed', { why: failureText(state.failure).text })}</Banner>
      ) : null}
      <textarea
        className={styles.editor}
        aria-label={t('text')}
        value={draft}
        spellCheck={false}
        autoFocus
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          stay();
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
          event.preventDefault();
          if (!dirty) return;
          stay();
          store(false);
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
          setQuestion('none');
          store(true);
        }}
      />
      <ConfirmDialog
        open={question === 'letters'}
        title={t('lettersTitle')}
        message={t('lettersText', { letter: lacks, encoding: t(as.encoding) })}
        confirmLabel={t('saveAsUtf8')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={close}
        onConfirm={() => {
          const how = { ...UTF8, lineEnd: as.lineEnd };
          setQuestion('none');
          setAs(how);
          store(false, how);
        }}
      />
      <UnsavedDialog
        open={question === 'leave'}
        name={shownName(nameAt(path))}
        onClose={close}
        onSave={() => {
          setQuestion('none');
          store(false);
        }}
        onDiscard={() => {
          setQuestion('none');
          setDraft(text);
        }}
      />
    </>
  );
};

/**
 * Stores unsaved text as a draft (null: no unsaved changes): shortly after the last key, and immediately when the page
 * or editor closes.
 */
const useKept = (drafts: Drafts, typed: string | null, tag: string): void => {
  const latest = useRef<string | null>(null);
  useEffect(() => {
    const before = latest.current;
    latest.current = typed;
    if (typed === null) {
      if (before !== null) drafts.drop();
      return undefined;
    }
    const timer = setTimeout(() => {
      drafts.keep(typed, tag);
    }, KEEP);
    return () => {
      clearTimeout(timer);
    };
  }, [drafts, typed, tag]);
  useEffect(() => {
    const keep = (): void => {
      if (latest.current !== null) drafts.keep(latest.current, tag);
    };
    globalThis.addEventListener('pagehide', keep);
    return () => {
      globalThis.removeEventListener('pagehide', keep);
      keep();
    };
  }, [drafts, tag]);
};
