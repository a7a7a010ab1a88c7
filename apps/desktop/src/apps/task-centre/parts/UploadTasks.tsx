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
import { dateTime, duration, size, uploadSpeed } from '../../../app-kit/format.ts';
import { common } from '../../../app-kit/messages.ts';
import { UploadsToken } from '../../../composition/tokens.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { TaskDetails } from './TaskDetails.tsx';
import { TaskRow } from './TaskRow.tsx';
import { useRowWindow } from './use-row-window.ts';
import { colourOf, secondsLeft, stateWord } from './words.ts';
import styles from '../task-centre.module.css';

const TABS: readonly UploadTab[] = ['processing', 'waiting', 'failed', 'finished'];
const NAMES = { processing: 'processing', waiting: 'waiting', failed: 'failed', finished: 'completed' } as const;
const EMPTY = {
  processing: 'emptyProcessing',
  waiting: 'emptyWaiting',
  failed: 'emptyFailed',
  finished: 'emptyCompleted',
} as const;

const useProblemText = () => {
  const t = useText(messages);
  const why = useFailureText();
  return (problem: UploadProblem | null): string => {
    if (problem === null) return '';
    const failure = failureOf(problem);
    return failure === null ? t('problemUnreadable') : why(failure).text;
  };
};

/** Opens the details of an upload. */
type OnDetails = (id: UploadId) => void;

const Row = ({ task, onDetails }: { readonly task: UploadTask; readonly onDetails: OnDetails }) => {
  const t = useText(messages);
  const uploads = useService(UploadsToken);
  const inWords = usePathInWords();
  const problemText = useProblemText();
  const { id, state } = task;
  const reopens = useStream(uploads.reopenable$).has(id);
  const toggle = (one: UploadId): void => {
    if (state === 0 || state === 2) uploads.pause(one);
    else if (state === 3) uploads.resume(one);
    else if (state === -1) uploads.retry(one);
  };
  const left = secondsLeft(task.total, task.completed, task.speed);
  return (
    <TaskRow
      name={task.name}
      folder={false}
      state={colourOf(state)}
      stateText={t(stateWord(state))}
      progress={task.progress}
      progressLabel={t('taskProgress', { name: task.name })}
      onToggle={() => {
        toggle(id);
      }}
      facts={[
        t('ofTotal', { done: size(task.completed), total: size(task.total) }),
        state === 2 ? uploadSpeed(task.speed) : '',
        state === 2 && left !== null ? t('left', { time: duration(left) }) : '',
        inWords(task.target),
        dateTime(task.ctime),
        task.interrupted ? t(reopens ? 'allowAgain' : 'chooseAgain') : problemText(task.problem),
      ]}
      actions={
        <>
          {state === 0 || state === 2 ? (
            <IconButton size="sm" label={t('pause')} icon={<IconPause />} onClick={() => uploads.pause(id)} />
          ) : null}
          {state === 3 && (!task.interrupted || reopens) ? (
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
const Rows = ({
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
          <Row key={task.id} task={task} onDetails={onDetails} />
        ))}
        {after > 0 ? <li aria-hidden="true" style={{ height: after }} /> : null}
      </ul>
    </div>
  );
};

const Tab = ({ tab, onDetails }: { readonly tab: UploadTab; readonly onDetails: OnDetails }) => {
  const t = useText(messages);
  const uploads = useService(UploadsToken);
  const [list$] = useState(() => uploads.list$(tab));
  const list = useStream(list$);
  return list.count === 0 ? (
    <EmptyState title={t(EMPTY[tab])} text={t('emptyText')} />
  ) : (
    <Rows list={list} label={t(NAMES[tab])} onDetails={onDetails} />
  );
};

const Details = ({ id, onClose }: { readonly id: UploadId | null; readonly onClose: () => void }) => {
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
              state: t(stateWord(task.state)),
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
  const c = useText(common);
  const uploads = useService(UploadsToken);
  const sum = useStream(uploads.summary$);
  const left = sum.waiting + sum.processing + sum.paused;
  const [tab, setTab] = useState<UploadTab>('processing');
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<UploadId | null>(null);
  const [answer, setAnswer] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const attach = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const { matched, refused } = uploads.attach([...(currentTarget.files ?? [])]);
    setAnswer(
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
            answer,
            left > 1 ? t('filesLeft', { count: left }) : '',
            sum.active
              ? t('total', { done: size(sum.bytesDone), total: size(sum.bytesTotal), speed: uploadSpeed(sum.speed) })
              : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {left + sum.failed + sum.finished === 0 ? null : (
          <>
            <Button size="sm" disabled={sum.waiting + sum.processing === 0} onClick={() => uploads.pauseAll()}>
              {t('pauseAll')}
            </Button>
            <Button size="sm" disabled={sum.paused === 0} onClick={() => uploads.resumeAll()}>
              {t('resumeAll')}
            </Button>
            <Button size="sm" disabled={sum.failed === 0} onClick={() => uploads.retryAll()}>
              {t('retryAll')}
            </Button>
            <Button size="sm" disabled={sum.failed === 0} onClick={() => uploads.clearFailed()}>
              {t('clearFailed')}
            </Button>
            <Button size="sm" disabled={sum.finished === 0} onClick={() => uploads.clearFinished()}>
              {t('clearFinished')}
            </Button>
            <Button size="sm" disabled={sum.paused === 0} onClick={() => picker.current?.click()}>
              {t('chooseFiles')}
            </Button>
            {sum.paused > 1 ? (
              <Button size="sm" onClick={() => folder.current?.click()}>
                {t('chooseFolder')}
              </Button>
            ) : null}
            <Button
              size="sm"
              variant="danger"
              onClick={() => {
                setAsking(true);
              }}
            >
              {t('clearAll')}
            </Button>
          </>
        )}
        <input ref={picker} type="file" multiple hidden onChange={attach} />
        <input
          ref={folder}
          type="file"
          multiple
          hidden
          data-choose="folder-again"
          onChange={attach}
          {...{ webkitdirectory: '' }}
        />
      </div>
      <Tabs
        className={styles.tabs ?? ''}
        label={t('uploads')}
        value={tab}
        onValueChange={setTab}
        items={TABS.map((value) => ({
          value,
          label: t(NAMES[value]),
          panel: <Tab key={value} tab={value} onDetails={setChosen} />,
        }))}
      />
      <Details
        id={chosen}
        onClose={() => {
          setChosen(null);
        }}
      />
      <ConfirmDialog
        danger
        open={asking}
        title={t('clearAllTitle')}
        message={t('clearAllText')}
        confirmLabel={t('clearAll')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          uploads.clearAll();
          setAsking(false);
        }}
      />
    </div>
  );
};
