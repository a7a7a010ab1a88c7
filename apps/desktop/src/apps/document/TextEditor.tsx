import type { WindowId } from '@boxwood/domain';
import { Banner, Button, ConfirmDialog, IconSave, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { UnsavedDialog } from '../../kit/app/unsaved/UnsavedDialog.tsx';
import { useUnsavedGuard } from '../../kit/app/unsaved/use-unsaved-guard.ts';
import { DesktopToken } from '../../composition/service-tokens.ts';
import { UTF8, encodeText, type TextFormat } from '../../kit/files/content/text-encoding.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import styles from './document.module.css';
import { messages } from './messages.ts';
import type { DraftStore } from './use-draft.ts';
import { useSaveText } from './use-save-text.ts';
import { nameAt } from '../../kit/files/file-places.ts';

interface TextEditorProps {
  readonly window: WindowId;
  readonly path: string;
  readonly text: string;
  /** Encoding and line ends of the file, which are used to save it. */
  readonly writing: TextFormat;
  /** The version on which the text is based. */
  readonly tag: string;
  /** An unsaved draft of an earlier session. */
  readonly restoredDraft: string | null;
  readonly drafts: DraftStore;
  /** Called with the saved version. */
  readonly onSaved: (tag: string, file: Uint8Array<ArrayBuffer>, writing: TextFormat) => void;
  readonly onLeave: () => void;
}

/** The draft is stored this long after the last key, ms. */
const DRAFT_DELAY_MS = 300;

/** Edits and saves a text. Warns if the file changed on the box, and before changes are discarded. */
export const TextEditor = ({
  window,
  path,
  text,
  writing,
  tag,
  restoredDraft,
  drafts,
  onSaved,
  onLeave,
}: TextEditorProps) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const save = useSaveText(path);
  const { state, run } = useAction();
  const desktop = useService(DesktopToken);
  const [draft, setDraft] = useState(restoredDraft ?? text);
  const [question, setQuestion] = useState<'none' | 'changed' | 'letters' | 'leave'>('none');
  const [currentWriting, setCurrentWriting] = useState(writing);
  const [unencodable, setUnencodable] = useState('');
  /** What to close once there are no unsaved changes. */
  const [leaveTarget, setLeaveTarget] = useState<'none' | 'editor' | 'window'>('none');
  const dirty = draft !== text;
  useUnsavedGuard(
    window,
    dirty,
    useCallback(() => {
      setLeaveTarget('window');
      setQuestion('leave');
    }, []),
  );
  useStoredDraft(drafts, dirty ? draft : null, tag);
  const saveText = (overwrite: boolean, targetWriting = currentWriting): void => {
    const written = encodeText(draft, targetWriting);
    if ('unencodable' in written) {
      setUnencodable(written.unencodable);
      setQuestion('letters');
      return;
    }
    run(
      () => save(written.bytes, tag, overwrite),
      (saved) => {
        if (saved.at === 'changed') setQuestion('changed');
        else onSaved(saved.tag, written.bytes, targetWriting);
      },
    );
  };
  useEffect(() => {
    if (dirty || leaveTarget === 'none') return;
    if (leaveTarget === 'window') desktop.close(window);
    else onLeave();
  }, [dirty, leaveTarget, desktop, window, onLeave]);
  const cancelLeave = (): void => {
    setLeaveTarget('none');
  };
  const dismissQuestion = (): void => {
    setQuestion('none');
    cancelLeave();
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
            cancelLeave();
            saveText(false);
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
            setLeaveTarget('editor');
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
          cancelLeave();
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
          event.preventDefault();
          if (!dirty) return;
          cancelLeave();
          saveText(false);
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
        onClose={dismissQuestion}
        onConfirm={() => {
          setQuestion('none');
          saveText(true);
        }}
      />
      <ConfirmDialog
        open={question === 'letters'}
        title={t('lettersTitle')}
        message={t('lettersText', { letter: unencodable, encoding: t(currentWriting.encoding) })}
        confirmLabel={t('saveAsUtf8')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={dismissQuestion}
        onConfirm={() => {
          const targetWriting = { ...UTF8, lineEnd: currentWriting.lineEnd };
          setQuestion('none');
          setCurrentWriting(targetWriting);
          saveText(false, targetWriting);
        }}
      />
      <UnsavedDialog
        open={question === 'leave'}
        name={safeDisplayName(nameAt(path))}
        onClose={dismissQuestion}
        onSave={() => {
          setQuestion('none');
          saveText(false);
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
const useStoredDraft = (drafts: DraftStore, unsavedText: string | null, tag: string): void => {
  const latest = useRef<string | null>(null);
  useEffect(() => {
    const previousText = latest.current;
    latest.current = unsavedText;
    if (unsavedText === null) {
      if (previousText !== null) drafts.discard();
      return undefined;
    }
    const timer = setTimeout(() => {
      drafts.save(unsavedText, tag);
    }, DRAFT_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [drafts, unsavedText, tag]);
  useEffect(() => {
    const storeLatest = (): void => {
      if (latest.current !== null) drafts.save(latest.current, tag);
    };
    globalThis.addEventListener('pagehide', storeLatest);
    return () => {
      globalThis.removeEventListener('pagehide', storeLatest);
      storeLatest();
    };
  }, [drafts, tag]);
};
