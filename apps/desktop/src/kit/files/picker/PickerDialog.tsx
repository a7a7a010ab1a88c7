import { DIALOGS, ROOT } from '@boxwood/box-sdk/rules';
import type { FileEntry, Picker, PickerKind, PickerState } from '@boxwood/domain';
import {
  Breadcrumb,
  Button,
  type DataListColumn,
  DataList,
  Dialog,
  EmptyState,
  emptySelection,
  ErrorState,
  FileIcon,
  PHONE_ROW_HEIGHT_PX,
  PhoneRow,
  IconArrowLeft,
  IconButton,
  IconFolderOpen,
  IconFolderPlus,
  selectOnly,
} from '@boxwood/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { commonMessages } from '../../app/messages.ts';
import { dateTime } from '../../app/format-units.ts';
import { useIsPhone } from '../../app/use-is-phone.ts';
import { useShortTime } from '../../app/use-relative-time.ts';
import { SafeGatesToken } from '../../../composition/service-tokens.ts';
import { PhoneFileName } from '../PhoneFileName.tsx';
import { iconOf, mountLabel, placeLabel } from '../file-kinds.ts';
import { fileMessages } from '../messages.ts';
import { useIssueText } from '../use-issue-text.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { Gate } from '../gate/Gate.tsx';
import styles from './picker.module.css';
import { pickerMessages } from './messages.ts';
import { FolderNameDialog } from './FolderNameDialog.tsx';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { usePickers } from './pickers-service.ts';

interface PickerDialogProps {
  readonly kind: PickerKind;
  readonly title: string;
  /** Label of the confirm button on a phone, where it chooses the current folder. */
  readonly phoneConfirmLabel?: string | undefined;
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
}

/** Type number of a disk in a listing. */
const DISK_TYPE = 777;

/** On a phone a tap enters a folder; the confirm button chooses the current one. */
const PHONE_LIST_PROPS = { headerless: true, touchSelects: true, rowHeight: PHONE_ROW_HEIGHT_PX.small } as const;

const keyOf = ({ path }: FileEntry): string => path;
const textOf = ({ name }: FileEntry): string => name;

/**
 * Folder picker (PICKER-01 to PICKER-34): tabs at the side, breadcrumb, folder list, and a confirm button that a rule
 * enables.
 */
export const PickerDialog = ({ kind, title, phoneConfirmLabel, onPick, onClose }: PickerDialogProps) => {
  const t = useText(pickerMessages);
  const w = useText(fileMessages);
  const c = useText(commonMessages);
  const issue = useIssueText();
  const failureText = useFailureText();
  const pickers = usePickers();
  const [picker] = useState(() => pickers({ kind, devices: true, network: true }));
  const state = useStream(picker.state$);
  const [isNaming, setIsNaming] = useState(false);
  const [typedName, setTypedName] = useState('');
  useEffect(() => {
    picker.open();
    return () => {
      picker.close();
    };
  }, [picker]);
  const phone = useIsPhone();
  const when = useShortTime();
  useEnterSingleDisk(picker, state, phone);
  const columns = useMemo<readonly DataListColumn<FileEntry>[]>(
    () =>
      phone
        ? [
            {
              id: 'name',
              header: w('name'),
              width: 'minmax(0, 1fr)',
              render: (entry) => (
                <PhoneRow
                  icon={<FileIcon kind={iconOf(entry)} name={entry.name} size={32} />}
                  name={
                    <PhoneFileName
                      name={safeDisplayName(entry.type === DISK_TYPE ? mountLabel(entry.name, w) : entry.name)}
                    />
                  }
                  facts={[entry.mtime === 0 ? '' : when(entry.mtime)]}
                />
              ),
            },
          ]
        : [
            {
              id: 'name',
              header: w('name'),
              width: 'minmax(160px, 1fr)',
              render: (entry) => (
                <span className={styles.nameCell}>
                  <FileIcon kind={iconOf(entry)} name={entry.name} size={20} />
                  <span className={styles.name}>
                    {safeDisplayName(entry.type === DISK_TYPE ? mountLabel(entry.name, w) : entry.name)}
                  </span>
                </span>
              ),
            },
            {
              id: 'mtime',
              header: w('modified'),
              width: '164px',
              numeric: true,
              render: (entry) => (entry.mtime === 0 ? '' : dateTime(entry.mtime)),
            },
          ],
    [w, when, phone],
  );
  const finish = (path: string | null): void => {
    if (path === null) return;
    onClose();
    onPick(path);
  };
  const gates = useService(SafeGatesToken);
  const gated = state.tab === ROOT.safe ? 'safe' : state.tab === ROOT.private ? 'private' : null;
  const safe = useStream(gates.safe.state$);
  const hidden = useStream(gates.private.state$);
  const closed = gated !== null && (gated === 'safe' ? safe : hidden).at !== 'open';
  const list = (
    <DataList<FileEntry>
      label={t('folders')}
      items={state.entries}
      keyOf={keyOf}
      textOf={textOf}
      columns={columns}
      single
      {...(phone ? PHONE_LIST_PROPS : {})}
      busy={state.loading}
      onReachEnd={() => {
        picker.loadMore();
      }}
      selection={state.selected === null ? emptySelection : selectOnly(state.selected.path)}
      onSelectionChange={({ keys }) => {
        picker.select(state.entries.find(({ path }) => keys.has(path)) ?? null);
      }}
      onOpen={(entry) => {
        finish(picker.activate(entry));
      }}
      empty={
        state.failure === null ? (
          <EmptyState compact icon={<IconFolderOpen />} title={t('noFolders')} />
        ) : (
          <ErrorState compact title={failureText(state.failure).text} />
        )
      }
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={DIALOGS.directorySelector}
      closeLabel={c('close')}
      footer={
        <>
          <Button
            className={styles.start ?? ''}
            icon={<IconFolderPlus />}
            disabledReason={
              closed
                ? t('closed')
                : state.noFolderReason === null
                  ? undefined
                  : issue({ ok: false, issue: state.noFolderReason })
            }
            onClick={() => {
              setIsNaming(true);
            }}
          >
            {t('newFolder')}
          </Button>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={state.reason === null ? undefined : issue({ ok: false, issue: state.reason })}
            onClick={() => {
              finish(picker.confirm());
            }}
          >
            {phone && phoneConfirmLabel !== undefined ? phoneConfirmLabel : c('confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <div role="tablist" aria-label={t('tabs')} aria-orientation="vertical" className={styles.tabs}>
          {state.tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              className={styles.tab}
              aria-label={placeLabel(tab, w)}
              aria-selected={tab === state.tab}
              disabled={state.loading && tab !== state.tab}
              onClick={() => {
                picker.switchTab(tab);
              }}
            >
              {t(`tab${tab}`)}
            </button>
          ))}
        </div>
        <div className={styles.pickerMain}>
          <div className={styles.pickerPath}>
            <IconButton
              size="sm"
              label={c('back')}
              icon={<IconArrowLeft />}
              disabled={state.crumbs.length === 0}
              onClick={() => {
                picker.back();
              }}
            />
            <Breadcrumb
              label={t('path')}
              scrollBackLabel={t('scrollBack')}
              scrollForwardLabel={t('scrollForward')}
              crumbs={[
                { id: '', label: placeLabel(state.tab, w) },
                ...state.crumbs.map(({ title: name, path }, index) => ({
                  id: path,
                  label: index === 0 ? mountLabel(name, w) : name,
                })),
              ]}
              onSelect={(_, index) => {
                picker.jump(index - 1);
              }}
            />
          </div>
          {state.folderFailure === null ? null : (
            <p role="alert" className={styles.refused}>
              {failureText(state.folderFailure).text}
            </p>
          )}
          <div className={styles.pickerList}>{gated === null ? list : <Gate area={gated}>{list}</Gate>}</div>
        </div>
      </div>
      {isNaming ? (
        <FolderNameDialog
          title={t('newFolder')}
          // After a failed creation the dialog offers the typed name again.
          suggestedName={state.folderFailure === null ? t('newFolder') : typedName}
          onName={(name) => {
            setTypedName(name);
            picker.newFolder(name);
          }}
          onClose={() => {
            setIsNaming(false);
          }}
        />
      ) : null}
    </Dialog>
  );
};

/** On a phone, skips the list of disks when a place has only one. A user who goes back to the list stays there. */
const useEnterSingleDisk = (picker: Picker, state: PickerState, phone: boolean): void => {
  const entered = useRef<PickerState['tab'] | null>(null);
  const { tab, crumbs, entries, loading, open } = state;
  useEffect(() => {
    const [only] = entries;
    if (!phone || !open || loading || entered.current === tab || only === undefined) return;
    entered.current = tab;
    if (crumbs.length === 0 && entries.length === 1 && only.type === DISK_TYPE) picker.activate(only);
  }, [picker, phone, open, loading, tab, crumbs, entries]);
};
