import { batchName, NUMBER_PLACEHOLDER, planBatchRename } from '@boxwood/box-sdk/rules';
import type { FileEntry, Place } from '@boxwood/domain';
import { isProtected } from '@boxwood/domain';
import {
  Button,
  Dialog,
  FileIcon,
  IconArrowDown,
  IconArrowUp,
  IconButton,
  IconX,
  NumberField,
  TextField,
} from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useIsChanged, useDiscardDialog } from '../../../kit/app/unsaved/use-discard-dialog.tsx';
import { FilesToken } from '../../../composition/service-tokens.ts';
import { iconOf } from '../../../kit/files/file-kinds.ts';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';

interface BatchRenameDialogProps {
  readonly entries: readonly FileEntry[];
  readonly folder: string;
  readonly place: Place;
  readonly onClose: () => void;
}

/** Swaps an item with its neighbour. */
const swapNeighbours = <T,>(items: readonly T[], at: number, by: 1 | -1): readonly T[] => {
  const here = items[at];
  const there = items[at + by];
  if (here === undefined || there === undefined) return items;
  return items.map((item, index) => (index === at ? there : index === at + by ? here : item));
};

/**
 * Renames many files by a format, with a preview of every new name (DIALOG-06 to DIALOG-08, RENAME-04 to RENAME-16).
 */
export const BatchRenameDialog = ({ entries, folder, place, onClose }: BatchRenameDialogProps) => {
  const t = useText(dialogMessages);
  const c = useText(commonMessages);
  const issue = useIssueText();
  const failureText = useFailureText();
  const files = useService(FilesToken);
  const { state, run, reset } = useAction();
  const [list, setList] = useState(entries);
  const [format, setFormat] = useState(NUMBER_PLACEHOLDER);
  const [start, setStart] = useState<number | null>(1);
  const [digits, setDigits] = useState<number | null>(2);
  // Conflicts with existing names are checked by the service, which lists the folder before it renames.
  const plan = planBatchRename(folder, list, { format, start, digits }, [], isProtected(place) ? 'protected' : 'plain');
  const newNames = list.map(({ name }, index) =>
    plan.ok ? batchName({ format, start: start ?? 1, digits: digits ?? 1 }, index, name) : '',
  );
  const isChanged = useIsChanged([format, start, digits, list.map(({ path }) => path)]);
  const { leave: requestClose, dialog } = useDiscardDialog(isChanged, onClose);
  const failed = state.at === 'failed' ? failureText(state.failure).text : undefined;
  const wrong = plan.ok ? undefined : issue(plan);
  const of = (...issues: readonly string[]): string | undefined =>
    !plan.ok && issues.some((one) => plan.issue === one) ? wrong : undefined;
  return (
    <Dialog
      open
      onClose={requestClose}
      title={t('batchRename')}
      width={720}
      closeLabel={c('close')}
      onSubmit={() => {
        if (!plan.ok || list.length === 0) return;
        const pairs = list.map((entry, index) => ({ entry, name: newNames[index] ?? entry.name }));
        run(() => files.batchRename(folder, pairs, place), onClose);
      }}
      footer={
        <>
          <Button onClick={requestClose}>{c('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            busy={state.at === 'running'}
            disabled={list.length === 0}
            disabledReason={wrong}
          >
            {t('rename')}
          </Button>
        </>
      }
    >
      <div className={styles.batchFields}>
        <TextField
          label={t('format')}
          hint={t('formatHint', { hole: NUMBER_PLACEHOLDER })}
          value={format}
          required
          autoFocus
          error={
            of(
              'rename.formatRequired',
              'rename.formatTooLong',
              'rename.formatHole',
              'name.format',
              'name.tooLong',
              'rename.onlyFiles',
            ) ?? failed
          }
          onValueChange={(text) => {
            reset();
            setFormat(text);
          }}
        />
        <NumberField
          label={t('start')}
          value={start}
          required
          decreaseLabel={t('less')}
          increaseLabel={t('more')}
          error={of('rename.start')}
          format={{ useGrouping: false }}
          onValueChange={setStart}
        />
        <NumberField
          label={t('digits')}
          value={digits}
          required
          decreaseLabel={t('less')}
          increaseLabel={t('more')}
          error={of('rename.digits')}
          onValueChange={setDigits}
        />
      </div>
      <ol className={styles.batch} aria-label={t('preview')}>
        {list.map((entry, index) => (
          <li key={entry.path} className={styles.batchRow}>
            <FileIcon kind={iconOf(entry)} name={entry.name} size={18} />
            <span className={styles.batchOld} title={safeDisplayName(entry.name)}>
              {safeDisplayName(entry.name)}
            </span>
            <span aria-hidden="true">→</span>
            <span className={styles.batchNew} title={newNames[index]}>
              {newNames[index]}
            </span>
            <IconButton
              size="sm"
              tooltip={false}
              label={t('moveUp', { name: entry.name })}
              icon={<IconArrowUp />}
              disabled={index === 0}
              onClick={() => {
                setList(swapNeighbours(list, index, -1));
              }}
            />
            <IconButton
              size="sm"
              tooltip={false}
              label={t('moveDown', { name: entry.name })}
              icon={<IconArrowDown />}
              disabled={index === list.length - 1}
              onClick={() => {
                setList(swapNeighbours(list, index, 1));
              }}
            />
            <IconButton
              size="sm"
              tooltip={false}
              label={t('leaveOut', { name: entry.name })}
              icon={<IconX />}
              onClick={() => {
                setList(list.filter((one) => one !== entry));
              }}
            />
          </li>
        ))}
      </ol>
      {dialog}
    </Dialog>
  );
};
