import { ARCHIVE_SUFFIXES, checkPackageName, DIALOGS, splitName } from '@boxwood/box-sdk/rules';
import type { FileEntry } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import { IconButton, IconPencil, RadioGroup, TextField } from '@boxwood/ui';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { useState } from 'react';
import { useIssueText } from '../../../file-kit/texts.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useText } from '../../../react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';
import { PickerDialog } from '../../../file-kit/picker/PickerDialog.tsx';
import { shownName } from '../../../i18n/shown-name.ts';
import { useArchives } from '../archives-service.ts';

interface CompressDialogProps {
  readonly entry: FileEntry;
  readonly folder: string;
  readonly choosing: boolean;
  readonly onClose: () => void;
}

/** Compresses an entry: name, format, target folder (DIALOG-09, DIALOG-10, ARCHIVE-01 to ARCHIVE-03). */
export const CompressDialog = ({ entry, folder, choosing, onClose }: CompressDialogProps) => {
  const t = useText(dialogWords);
  const issue = useIssueText();
  const inWords = usePathInWords();
  const archives = useArchives();
  const { state, run } = useAction();
  const [name, setName] = useState(isFolder(entry) ? entry.name : splitName(entry.name).stem);
  const [suffix, setSuffix] = useState<(typeof ARCHIVE_SUFFIXES)[number]>('zip');
  const [target, setTarget] = useState(folder);
  const [picking, setPicking] = useState(choosing);
  const verdict = checkPackageName(name, suffix);
  return (
    <FormDialog
      title={t('compress')}
      description={shownName(entry.name)}
      width={DIALOGS.compress}
      confirm={t('compress')}
      verdict={verdict}
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
          value={inWords(target)}
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
