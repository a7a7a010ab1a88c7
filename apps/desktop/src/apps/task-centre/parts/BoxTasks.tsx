import type { BoxTask, Outcome, TaskTab } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import { Button, EmptyState, IconButton, IconInfo, IconPause, IconPlay, IconTrash, IconX, Tabs } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { dateTime, duration, rate, size } from '../../../app-kit/format.ts';
import { FailureState } from '../../../app-kit/LoadState.tsx';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { NotificationsToken, TasksToken } from '../../../composition/tokens.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { TaskDetails } from './TaskDetails.tsx';
import { TaskRow } from './TaskRow.tsx';
import { colourOf, kindWord, secondsLeft, stateWord } from './words.ts';
import styles from '../task-centre.module.css';

const TABS: readonly TaskTab[] = ['processing', 'waiting', 'failed', 'completed'];
const EMPTY = {
  processing: 'emptyProcessing',
  waiting: 'emptyWaiting',
  failed: 'emptyFailed',
  completed: 'emptyCompleted',
} as const;

/** Runs an action and reports its failure. A success shows in the list. */
const useRun = (): ((outcome: Outcome<unknown>) => void) => {
  const notifications = useService(NotificationsToken);
  return (outcome) => {
    outcome.subscribe((result) => {
      if (result._tag === 'Left') notifications.fail(result.left);
    });
  };
};

const Row = ({ task, onDetails }: { readonly task: BoxTask; readonly onDetails: () => void }) => {
  const t = useText(messages);
  const tasks = useService(TasksToken);
  const inWords = usePathInWords();
  const run = useRun();
  const can = tasks.actions(task);
  const left = task.state === 2 ? secondsLeft(task.total, task.completed, task.speed) : null;
  return (
    <TaskRow
      name={task.name}
      folder={isFolder({ type: task.fileType })}
      state={colourOf(task.state)}
      stateText={t(stateWord(task.state, task.code))}
      progress={task.progress}
      progressLabel={t('taskProgress', { name: task.name })}
      onToggle={() => {
        if (can.pause || can.resume) run(tasks.toggle(task.id));
      }}
      facts={[
        t(task.operation),
        task.total > 0 ? t('ofTotal', { done: size(task.completed), total: size(task.total) }) : '',
        task.state === 2 && task.speed > 0 ? rate(task.speed) : '',
        left === null ? '' : t('left', { time: duration(left) }),
        inWords(task.target),
        dateTime(task.ctime),
        task.state === -1 ? task.message : '',
      ]}
      actions={
        <>
          {can.pause ? (
            <IconButton size="sm" label={t('pause')} icon={<IconPause />} onClick={() => run(tasks.pause(task.id))} />
          ) : null}
          {can.resume ? (
            <IconButton size="sm" label={t('resume')} icon={<IconPlay />} onClick={() => run(tasks.resume(task.id))} />
          ) : null}
          {task.state === 0 || task.state === 2 || task.state === 3 ? (
            <IconButton
              size="sm"
              label={t('cancelTask')}
              icon={<IconX />}
              disabledReason={can.cancel ? undefined : t('pauseFirst')}
              onClick={() => run(tasks.cancel(task.id))}
            />
          ) : null}
          {can.remove ? (
            <IconButton size="sm" label={t('remove')} icon={<IconTrash />} onClick={() => run(tasks.remove(task.id))} />
          ) : null}
          <IconButton size="sm" label={t('details')} icon={<IconInfo />} onClick={onDetails} />
        </>
      }
    />
  );
};

const Tab = ({ tab, onDetails }: { readonly tab: TaskTab; readonly onDetails: (id: string) => void }) => {
  const t = useText(messages);
  const tasks = useService(TasksToken);
  const run = useRun();
  const { known } = useStream(tasks.state$);
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
          <Button size="sm" disabled={list.length === 0} onClick={() => run(tasks.clear(tab))}>
            {t('clear')}
          </Button>
        ) : null}
      </div>
      <div className={styles.scroll}>
        {failure !== null ? (
          <FailureState failure={failure} onRetry={() => tasks.refresh()} />
        ) : !known ? (
          <WindowSkeleton />
        ) : list.length === 0 ? (
          <EmptyState title={t(EMPTY[tab])} text={t('emptyText')} />
        ) : (
          <ul className={styles.list} aria-label={t(tab)}>
            {list.map((task) => (
              <Row
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
  const [chosen, setChosen] = useState<string | null>(null);
  const task = useStream(tasks.state$).tasks.find(({ id }) => id === chosen);
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
        items={TABS.map((value) => ({
          value,
          label: t(value),
          panel: <Tab key={value} tab={value} onDetails={setChosen} />,
        }))}
      />
      <TaskDetails
        task={
          task === undefined
            ? null
            : { ...task, fileType: t(kindWord(task.fileType)), state: t(stateWord(task.state, task.code)) }
        }
        onClose={() => {
          setChosen(null);
        }}
      />
    </div>
  );
};
