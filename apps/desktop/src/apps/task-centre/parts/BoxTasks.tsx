import type { BoxTask, TaskTab } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import { Button, EmptyState, IconButton, IconInfo, IconPause, IconPlay, IconTrash, IconX, Tabs } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { dateTime, duration, formatRateText, formatSizeText } from '../../../kit/app/format-units.ts';
import { FailureState } from '../../../kit/app/window-states/LoadState.tsx';
import { WindowSkeleton } from '../../../kit/app/window-states/WindowSkeleton.tsx';
import { TasksToken } from '../../../composition/service-tokens.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { TaskDetails } from './TaskDetails.tsx';
import { TaskRow } from './TaskRow.tsx';
import { progressStateOf, fileKindMessageKey, secondsLeft, taskStateMessageKey } from './task-labels.ts';
import styles from '../task-centre.module.css';

const TASK_TABS: readonly TaskTab[] = ['processing', 'waiting', 'failed', 'completed'];
const EMPTY_MESSAGE_KEYS = {
  processing: 'emptyProcessing',
  waiting: 'emptyWaiting',
  failed: 'emptyFailed',
  completed: 'emptyCompleted',
} as const;

const BoxTaskRow = ({ task, onDetails }: { readonly task: BoxTask; readonly onDetails: () => void }) => {
  const t = useText(messages);
  const tasks = useService(TasksToken);
  const formatPath = useDisplayPath();
  const allowed = tasks.actions(task);
  const remainingSeconds = task.state === 2 ? secondsLeft(task.total, task.completed, task.speed) : null;
  return (
    <TaskRow
      name={task.name}
      isFolder={isFolder({ type: task.fileType })}
      state={progressStateOf(task.state)}
      stateText={t(taskStateMessageKey(task.state, task.code))}
      progress={task.progress}
      progressLabel={t('taskProgress', { name: task.name })}
      onToggle={() => {
        if (allowed.pause || allowed.resume) tasks.toggle(task.id);
      }}
      facts={[
        t(task.operation),
        task.total > 0 ? t('ofTotal', { done: formatSizeText(task.completed), total: formatSizeText(task.total) }) : '',
        task.state === 2 && task.speed > 0 ? formatRateText(task.speed) : '',
        remainingSeconds === null ? '' : t('left', { time: duration(remainingSeconds) }),
        formatPath(task.target),
        dateTime(task.ctime),
        task.state === -1 ? task.message : '',
      ]}
      actions={
        <>
          {allowed.pause ? (
            <IconButton size="sm" label={t('pause')} icon={<IconPause />} onClick={() => tasks.pause(task.id)} />
          ) : null}
          {allowed.resume ? (
            <IconButton size="sm" label={t('resume')} icon={<IconPlay />} onClick={() => tasks.resume(task.id)} />
          ) : null}
          {task.state === 0 || task.state === 2 || task.state === 3 ? (
            <IconButton
              size="sm"
              label={t('cancelTask')}
              icon={<IconX />}
              disabledReason={allowed.cancel ? undefined : t('pauseFirst')}
              onClick={() => tasks.cancel(task.id)}
            />
          ) : null}
          {allowed.remove ? (
            <IconButton size="sm" label={t('remove')} icon={<IconTrash />} onClick={() => tasks.remove(task.id)} />
          ) : null}
          <IconButton size="sm" label={t('details')} icon={<IconInfo />} onClick={onDetails} />
        </>
      }
    />
  );
};

const TaskTabPanel = ({ tab, onDetails }: { readonly tab: TaskTab; readonly onDetails: (id: string) => void }) => {
  const t = useText(messages);
  const tasks = useService(TasksToken);
  const { isLoaded } = useStream(tasks.state$);
  const failure = useStream(tasks.failure$);
  const [list$] = useState(() => tasks.tab$(tab));
  const list = useStream(list$);
  return (
    <>
      <div className={styles.tools}>
        <span className={styles.sum}>
          {list.length > 0 && (tab === 'processing' || tab === 'waiting') ? t('doubleClick') : ''}
        </span>
        {tab === 'failed' || tab === 'completed' ? (
          <Button size="sm" disabled={list.length === 0} onClick={() => tasks.clear(tab)}>
            {t('clear')}
          </Button>
        ) : null}
      </div>
      <div className={styles.scroll}>
        {failure !== null ? (
          <FailureState failure={failure} onRetry={() => tasks.refresh()} />
        ) : !isLoaded ? (
          <WindowSkeleton />
        ) : list.length === 0 ? (
          <EmptyState title={t(EMPTY_MESSAGE_KEYS[tab])} text={t('emptyText')} />
        ) : (
          <ul className={styles.list} aria-label={t(tab)}>
            {list.map((task) => (
              <BoxTaskRow
                key={task.id}
                task={task}
                onDetails={() => {
                  onDetails(task.id);
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
};

/** Page 1: tasks of the box (copy, move, compress and so on) in four tabs (TASK-03). */
export const BoxTasks = () => {
  const t = useText(messages);
  const tasks = useService(TasksToken);
  const [tab, setTab] = useState<TaskTab>('processing');
  const [detailsId, setDetailsId] = useState<string | null>(null);
  const task = useStream(tasks.state$).tasks.find(({ id }) => id === detailsId);
  useEffect(() => {
    const watch = tasks.watch();
    return () => {
      watch.close();
    };
  }, [tasks]);
  return (
    <div className={styles.page}>
      <Tabs
        className={styles.tabs ?? ''}
        label={t('basic')}
        value={tab}
        onValueChange={setTab}
        items={TASK_TABS.map((value) => ({
          value,
          label: t(value),
          panel: <TaskTabPanel key={value} tab={value} onDetails={setDetailsId} />,
        }))}
      />
      <TaskDetails
        task={
          task === undefined
            ? null
            : {
                ...task,
                fileType: t(fileKindMessageKey(task.fileType)),
                state: t(taskStateMessageKey(task.state, task.code)),
              }
        }
        onClose={() => {
          setDetailsId(null);
        }}
      />
    </div>
  );
};
