import type { BoxTask } from '@boxwood/domain';
import { Dialog, Facts } from '@boxwood/ui';
import { dateTime, formatSizeText } from '../../../kit/app/format-units.ts';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';

/** Details of a task of the box or of an upload; texts are in the language of the page. */
export interface TaskFacts {
  readonly name: string;
  readonly fileType: string;
  /** Bytes. */
  readonly total: number;
  /** Epoch seconds. */
  readonly ctime: number;
  readonly operation: BoxTask['operation'];
  readonly state: string;
  readonly source: string;
  readonly target: string;
  /** Empty when there is none. */
  readonly message: string;
}

/** File type, size, time, task type, source, target and message of one task (TASK-12, DIALOG-33). */
export const TaskDetails = ({ task, onClose }: { readonly task: TaskFacts | null; readonly onClose: () => void }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const formatPath = useDisplayPath();
  return (
    <Dialog open={task !== null} onClose={onClose} width={550} title={t('detailTitle')} closeLabel={c('close')}>
      {task === null ? null : (
        <Facts
          facts={[
            { id: 'name', name: t('name'), value: task.name },
            { id: 'file', name: t('fileType'), value: task.fileType },
            { id: 'size', name: t('size'), value: formatSizeText(task.total) },
            { id: 'time', name: t('time'), value: dateTime(task.ctime) },
            { id: 'task', name: t('taskType'), value: t(task.operation) },
            { id: 'state', name: t('state'), value: task.state },
            { id: 'source', name: t('source'), value: formatPath(task.source) },
            { id: 'target', name: t('target'), value: formatPath(task.target) },
            { id: 'message', name: t('message'), value: task.message === '' ? t('noMessage') : task.message },
          ]}
        />
      )}
    </Dialog>
  );
};
