import { checkFolderName } from '@boxwood/box-sdk/rules';
import type { FamilyFolder } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { FormDialog } from '../../file-kit/FormDialog.tsx';
import { useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { People } from '../../file-kit/people/People.tsx';
import { PickerDialog } from '../../file-kit/picker/PickerDialog.tsx';
import { useIssueText } from '../../file-kit/texts.ts';
import { usePathInWords } from '../../file-kit/use-path-in-words.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './family-share.module.css';
import { messages } from './messages.ts';
import { FamilySharesToken } from './services.ts';
import { nameAt } from '../../file-kit/places.ts';

/** Initial values of the dialog; `id` is null for a new share. */
export type FolderDraft = Pick<FamilyFolder, 'name' | 'path' | 'members'> & { readonly id: string | null };

/**
 * Edits a shared folder: its path, its name for others and its members (P-13). The owner always has access (SHARE-15).
 */
export const FolderDialog = ({
  draft,
  onDone,
  onClose,
}: {
  readonly draft: FolderDraft;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const issue = useIssueText();
  const inWords = usePathInWords();
  const failureText = useFailureText();
  const family = useService(FamilySharesToken);
  const { state, run } = useAction();
  const [name, setName] = useState(draft.name);
  const [path, setPath] = useState(draft.path);
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(draft.members));
  const [picking, setPicking] = useState(false);
  const verdict = checkFolderName(name);
  return (
    <FormDialog
      title={draft.id === null ? t('addTitle') : t('editTitle', { name: shownName(draft.name) })}
      width={480}
      confirm={c('save')}
      verdict={verdict}
      busy={state.at === 'running'}
      typed={[name, path, [...members].toSorted()]}
      onSubmit={() => {
        run(() => family.save({ id: draft.id, name, path, members: [...members] }), onDone);
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <div className={styles.folder}>
          <TextField
            className={styles.grow ?? ''}
            label={t('folder')}
            value={path === '' ? t('folderNew') : inWords(path)}
            readOnly
          />
          <Button
            className={styles.choose ?? ''}
            onClick={() => {
              setPicking(true);
            }}
          >
            {t('choose')}
          </Button>
        </div>
        <TextField
          label={t('name')}
          value={name}
          required
          autoFocus
          error={name === '' || verdict.ok ? undefined : issue(verdict)}
          onValueChange={setName}
        />
        <People
          label={t('people')}
          hint={t('peopleHint')}
          members={members}
          onChange={(user, allowed) => {
            const next = new Set(members);
            if (allowed) next.add(user);
            else next.delete(user);
            setMembers(next);
          }}
        />
        {state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(state.failure).text}
          </p>
        ) : null}
      </div>
      {picking ? (
        <PickerDialog
          kind="own"
          title={t('chooseTitle')}
          onPick={(picked) => {
            setPath(picked);
            if (name === '' || name === nameAt(path)) setName(nameAt(picked));
          }}
          onClose={() => {
            setPicking(false);
          }}
        />
      ) : null}
    </FormDialog>
  );
};
