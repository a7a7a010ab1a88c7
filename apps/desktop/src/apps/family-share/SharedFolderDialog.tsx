import { checkFolderName } from '@boxwood/box-sdk/rules';
import type { FamilyFolder } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { FormDialog } from '../../kit/files/FormDialog.tsx';
import { useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { PeopleField } from '../../kit/files/people/People.tsx';
import { PickerDialog } from '../../kit/files/picker/PickerDialog.tsx';
import { useIssueText } from '../../kit/files/use-issue-text.ts';
import { useDisplayPath } from '../../kit/files/use-display-path.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import styles from './family-share.module.css';
import { messages } from './messages.ts';
import { FamilySharesToken } from './services.ts';
import { nameAt } from '../../kit/files/file-places.ts';

/** Initial values of the dialog; `id` is null for a new share. */
export type SharedFolderDraft = Pick<FamilyFolder, 'name' | 'path' | 'members'> & { readonly id: string | null };

/**
 * Edits a shared folder: its path, its name for others and its members (P-13). The owner always has access (SHARE-15).
 */
export const SharedFolderDialog = ({
  draft,
  onDone,
  onClose,
}: {
  readonly draft: SharedFolderDraft;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const issueText = useIssueText();
  const formatPath = useDisplayPath();
  const failureText = useFailureText();
  const family = useService(FamilySharesToken);
  const { state, run } = useAction();
  const [name, setName] = useState(draft.name);
  const [path, setPath] = useState(draft.path);
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(draft.members));
  const [isPickerOpen, setPickerOpen] = useState(false);
  const verdict = checkFolderName(name);
  return (
    <FormDialog
      title={draft.id === null ? t('addTitle') : t('editTitle', { name: safeDisplayName(draft.name) })}
      width={480}
      confirmLabel={c('save')}
      validation={verdict}
      busy={state.at === 'running'}
      input={[name, path, [...members].toSorted()]}
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
            value={path === '' ? t('folderNew') : formatPath(path)}
            readOnly
          />
          <Button
            className={styles.choose ?? ''}
            onClick={() => {
              setPickerOpen(true);
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
          error={name === '' || verdict.ok ? undefined : issueText(verdict)}
          onValueChange={setName}
        />
        <PeopleField
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
      {isPickerOpen ? (
        <PickerDialog
          kind="own"
          title={t('chooseTitle')}
          onPick={(picked) => {
            setPath(picked);
            if (name === '' || name === nameAt(path)) setName(nameAt(picked));
          }}
          onClose={() => {
            setPickerOpen(false);
          }}
        />
      ) : null}
    </FormDialog>
  );
};
