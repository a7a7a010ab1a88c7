import { ARCHIVE_SUFFIXES, checkArchiveName, DIALOGS, splitName } from '@boxwood/box-sdk/rules';
import type { FileEntry } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import { IconButton, IconPencil, RadioGroup, TextField } from '@boxwood/ui';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { useState } from 'react';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';
import { PickerDialog } from '../../../kit/files/picker/PickerDialog.tsx';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useArchives } from '../archives-service.ts';

interface CompressDialogProps {
  readonly entry: FileEntry;
  readonly folder: string;
  readonly startsWithPicker: boolean;
  readonly onClose: () => void;
}

/** Compresses an entry: name, format, target folder (DIALOG-09, DIALOG-10, ARCHIVE-01 to ARCHIVE-03). */
export const CompressDialog = ({ entry, folder, startsWithPicker, onClose }: CompressDialogProps) => {
  const t = useText(dialogMessages);
  const issue = useIssueText();
  const formatPath = useDisplayPath();
  const archives = useArchives();
  const { state, run } = useAction();
  const [name, setName] = useState(isFolder(entry) ? entry.name : splitName(entry.name).stem);
  const [suffix, setSuffix] = useState<(typeof ARCHIVE_SUFFIXES)[number]>('zip');
  const [target, setTarget] = useState(folder);
  const [picking, setPicking] = useState(startsWithPicker);
  const verdict = checkArchiveName(name, suffix);
  return (
    <FormDialog
      title={t('compress')}
      description={safeDisplayName(entry.name)}
      width={DIALOGS.compress}
      confirmLabel={t('compress')}
      validation={verdict}
      busy={state.at === 'running'}
      onSubmit={() => {
        run(() => archives.compress(folder, [entry], target, name, suffix), onClose);
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          label={t('packageName')}
          value={name}
          autoFocus
          required
          affix={`.${suffix}`}
          error={verdict.ok ? undefined : issue(verdict)}
          onValueChange={setName}
        />
        <RadioGroup
          label={t('packageKind')}
          across
          value={suffix}
          options={ARCHIVE_SUFFIXES.map((value) => ({ value, label: value }))}
          onValueChange={setSuffix}
        />
        <TextField
          label={t('saveIn')}
          value={formatPath(target)}
          readOnly
          tools={
            <IconButton
              size="sm"
              label={t('changePlace')}
              icon={<IconPencil />}
              onClick={() => {
                setPicking(true);
              }}
            />
          }
        />
      </div>
      {picking ? (
        <PickerDialog
          kind="directory"
          title={t('pickCompress')}
          onPick={setTarget}
          onClose={() => {
            setPicking(false);
          }}
        />
      ) : null}
    </FormDialog>
  );
};
