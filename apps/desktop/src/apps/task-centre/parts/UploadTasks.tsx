import type { UploadId, UploadList, UploadProblem, UploadTab, UploadTask } from '@boxwood/domain';
import { failureOf } from '@boxwood/domain';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  extensionOf,
  IconButton,
  IconInfo,
  IconPause,
  IconPlay,
  IconRefresh,
  IconTrash,
  Tabs,
} from '@boxwood/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { dateTime, duration, formatSizeText, formatUploadSpeedText } from '../../../kit/app/format-units.ts';
import { commonMessages } from '../../../kit/app/messages.ts';
import { UploadsToken } from '../../../composition/service-tokens.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { OtherUploads } from './OtherUploads.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import { TaskRow } from './TaskRow.tsx';
import { useRowWindow } from './use-row-window.ts';
import { progressStateOf, secondsLeft, taskStateMessageKey } from './task-labels.ts';
import styles from '../task-centre.module.css';

const UPLOAD_TABS: readonly UploadTab[] = ['processing', 'waiting', 'failed', 'finished'];
const TAB_MESSAGE_KEYS = {
  processing: 'processing',
  waiting: 'waiting',
  failed: 'failed',
  finished: 'completed',
} as const;
const EMPTY_MESSAGE_KEYS = {
  processing: 'emptyProcessing',
  waiting: 'emptyWaiting',
  failed: 'emptyFailed',
  finished: 'emptyCompleted',
} as const;

const useProblemText = () => {
  const t = useText(messages);
  const failureText = useFailureText();
  return (problem: UploadProblem | null): string => {
    if (problem === null) return '';
    const failure = failureOf(problem);
    return failure === null ? t('problemUnreadable') : failureText(failure).text;
  };
};

/** Opens the details of an upload. */
type OnDetails = (id: UploadId) => void;

const UploadRow = ({ task, onDetails }: { readonly task: UploadTask; readonly onDetails: OnDetails }) => {
  const t = useText(messages);
  const uploads = useService(UploadsToken);
  const formatPath = useDisplayPath();
  const problemText = useProblemText();
  const { id, state } = task;
  const canReopen = useStream(uploads.reopenable$).has(id);
  const toggle = (one: UploadId): void => {
    if (state === 0 || state === 2) uploads.pause(one);
    else if (state === 3) uploads.resume(one);
    else if (state === -1) uploads.retry(one);
  };
  const remainingSeconds = secondsLeft(task.total, task.completed, task.speed);
  return (
    <TaskRow
      name={task.name}
      isFolder={false}
      state={progressStateOf(state)}
      stateText={t(taskStateMessageKey(state))}
      progress={task.progress}
      progressLabel={t('taskProgress', { name: task.name })}
      onToggle={() => {
        toggle(id);
      }}
      facts={[
        t('ofTotal', { done: formatSizeText(task.completed), total: formatSizeText(task.total) }),
        state === 2 ? formatUploadSpeedText(task.speed) : '',
        state === 2 && remainingSeconds !== null ? t('left', { time: duration(remainingSeconds) }) : '',
        formatPath(task.target),
        dateTime(task.ctime),
        task.interrupted ? t(canReopen ? 'allowAgain' : 'chooseAgain') : problemText(task.problem),
      ]}
      actions={
        <>
          {state === 0 || state === 2 ? (
            <IconButton size="sm" label={t('pause')} icon={<IconPause />} onClick={() => uploads.pause(id)} />
          ) : null}
          {state === 3 && (!task.interrupted || canReopen) ? (
            <IconButton size="sm" label={t('resume')} icon={<IconPlay />} onClick={() => uploads.resume(id)} />
          ) : null}
          {state === -1 ? (
            <IconButton size="sm" label={t('retryTask')} icon={<IconRefresh />} onClick={() => uploads.retry(id)} />
          ) : null}
          <IconButton size="sm" label={t('removeUpload')} icon={<IconTrash />} onClick={() => uploads.remove(id)} />
          <IconButton
            size="sm"
            label={t('details')}
            icon={<IconInfo />}
            onClick={() => {
              onDetails(id);
            }}
          />
        </>
      }
    />
  );
};

/** Rows of one tab. Only visible rows are rendered, however long the queue is. */
const UploadRows = ({
  list,
  label,
  onDetails,
}: {
  readonly list: UploadList;
  readonly label: string;
  readonly onDetails: OnDetails;
}) => {
  const scroll = useRef<HTMLDivElement>(null);
  const { first, last, before, after } = useRowWindow(scroll, list.count);
  const rows: UploadTask[] = [];
  for (let index = first; index < last; index++) {
    const task = list.at(index);
    if (task !== undefined) rows.push(task);
  }
  return (
    <div ref={scroll} className={styles.scroll}>
      <ul className={styles.list} aria-label={label}>
        {before > 0 ? <li aria-hidden="true" style={{ height: before }} /> : null}
        {rows.map((task) => (
          <UploadRow key={task.id} task={task} onDetails={onDetails} />
        ))}
        {after > 0 ? <li aria-hidden="true" style={{ height: after }} /> : null}
      </ul>
    </div>
  );
};

const UploadTabPanel = ({ tab, onDetails }: { readonly tab: UploadTab; readonly onDetails: OnDetails }) => {
  const t = useText(messages);
  const uploads = useService(UploadsToken);
  const [list$] = useState(() => uploads.list$(tab));
  const list = useStream(list$);
  return list.count === 0 ? (
    <EmptyState title={t(EMPTY_MESSAGE_KEYS[tab])} text={t('emptyText')} />
  ) : (
    <UploadRows list={list} label={t(TAB_MESSAGE_KEYS[tab])} onDetails={onDetails} />
  );
};

const UploadDetails = ({ id, onClose }: { readonly id: UploadId | null; readonly onClose: () => void }) => {
  const t = useText(messages);
  const uploads = useService(UploadsToken);
  const problemText = useProblemText();
  // Renders again on every change of an upload, because each changes the summary.
  useStream(uploads.summary$);
  const task = id === null ? undefined : uploads.task(id);
  return (
    <TaskDetails
      task={
        task === undefined
          ? null
          : {
              ...task,
              fileType: extensionOf(task.name).toUpperCase() || t('kindFile'),
              operation: 'UPLOAD',
              state: t(taskStateMessageKey(task.state)),
              message: problemText(task.problem),
            }
      }
      onClose={onClose}
    />
  );
};

/** Page 2: the uploads of this browser, with actions for all of them. */
export const UploadTasks = () => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const uploads = useService(UploadsToken);
  const summary = useStream(uploads.summary$);
  const remainingCount = summary.waiting + summary.processing + summary.paused;
  const [tab, setTab] = useState<UploadTab>('processing');
  const [isClearAllOpen, setClearAllOpen] = useState(false);
  const [detailsId, setDetailsId] = useState<UploadId | null>(null);
  const [attachResult, setAttachResult] = useState('');
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const attach = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const { matched, refused } = uploads.attach([...(currentTarget.files ?? [])]);
    setAttachResult(
      [
        matched > 0 ? t('matched', { count: matched }) : '',
        refused.length > 0 ? t('refused', { count: refused.length }) : '',
      ]
        .filter(Boolean)
        .join(' · '),
    );
    currentTarget.value = '';
  };
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <span className={styles.sum} role="status">
          {[
            attachResult,
            remainingCount > 1 ? t('filesLeft', { count: remainingCount }) : '',
            summary.active
              ? t('total', {
                  done: formatSizeText(summary.bytesDone),
                  total: formatSizeText(summary.bytesTotal),
                  speed: formatUploadSpeedText(summary.speed),
                })
              : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {remainingCount + summary.failed + summary.finished === 0 ? null : (
          <>
            <Button size="sm" disabled={summary.waiting + summary.processing === 0} onClick={() => uploads.pauseAll()}>
              {t('pauseAll')}
            </Button>
            <Button size="sm" disabled={summary.paused === 0} onClick={() => uploads.resumeAll()}>
              {t('resumeAll')}
            </Button>
            <Button size="sm" disabled={summary.failed === 0} onClick={() => uploads.retryAll()}>
              {t('retryAll')}
            </Button>
            <Button size="sm" disabled={summary.failed === 0} onClick={() => uploads.clearFailed()}>
              {t('clearFailed')}
            </Button>
            <Button size="sm" disabled={summary.finished === 0} onClick={() => uploads.clearFinished()}>
              {t('clearFinished')}
            </Button>
            <Button size="sm" disabled={summary.paused === 0} onClick={() => filePicker.current?.click()}>
              {t('chooseFiles')}
            </Button>
            {summary.paused > 1 ? (
              <Button size="sm" onClick={() => folderPicker.current?.click()}>
                {t('chooseFolder')}
              </Button>
            ) : null}
            <Button
              size="sm"
              variant="danger"
              onClick={() => {
                setClearAllOpen(true);
              }}
            >
              {t('clearAll')}
            </Button>
          </>
        )}
        <input ref={filePicker} type="file" multiple hidden onChange={attach} />
        <input
          ref={folderPicker}
          type="file"
          multiple
          hidden
          data-choose="folder-again"
          onChange={attach}
          {...{ webkitdirectory: '' }}
        />
      </div>
      <OtherUploads />
      <Tabs
        className={styles.tabs ?? ''}
        label={t('uploads')}
        value={tab}
        onValueChange={setTab}
        items={UPLOAD_TABS.map((value) => ({
          value,
          label: t(TAB_MESSAGE_KEYS[value]),
          panel: <UploadTabPanel key={value} tab={value} onDetails={setDetailsId} />,
        }))}
      />
      <UploadDetails
        id={detailsId}
        onClose={() => {
          setDetailsId(null);
        }}
      />
      <ConfirmDialog
        danger
        open={isClearAllOpen}
        title={t('clearAllTitle')}
        message={t('clearAllText')}
        confirmLabel={t('clearAll')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={() => {
          setClearAllOpen(false);
        }}
        onConfirm={() => {
          uploads.clearAll();
          setClearAllOpen(false);
        }}
      />
    </div>
  );
};
