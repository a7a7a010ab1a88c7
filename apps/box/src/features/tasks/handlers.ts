import { TSK } from '@boxwood/command-bus';
import type { BoxModel, commandTree, NewTask, OpTask } from '@boxwood/box-sdk';
import { supportsArchives } from '@boxwood/box-sdk/rules';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { PathRedactor } from '../safe/redact-hidden-paths.ts';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';
import type { TaskRequest } from './task-model.ts';
import type { TaskFilter, Tasks, TaskView } from './tasks.ts';
import type { UsageScans } from './usage-scans.ts';

/** Percent; 100 only when it is done, 0 on failure. */
function progressOf({ state, total, done }: TaskView): number {
  if (state === 1) return 100;
  if (state === -1 || total === 0) return 0;
  return Math.min(99, Math.floor((done / total) * 100));
}

const recordOf = (task: TaskView): OpTask => ({
  tb_id: task.id,
  tb_type: task.type,
  tb_name: task.name,
  tb_total: task.total,
  tb_completed: task.done,
  tb_progress: progressOf(task),
  tb_speed: task.speed,
  tb_ctime: task.created,
  tb_cmd: task.cmd,
  tb_source: task.source,
  tb_target: task.target,
  tb_user: task.user,
  tb_msg: task.message,
  tb_state: task.state,
  tb_code: task.code,
});

function requestOf(task: NewTask): TaskRequest {
  const base = { cmd: task.type, source: task.source, target: 'target' in task ? task.target : '' };
  const conflict = 'conflict' in task ? { conflict: task.conflict } : {};
  const names = 'names' in task ? { names: task.names } : {};
  const password = 'password' in task && task.password !== '' ? { password: task.password } : {};
  return { ...base, params: { ...conflict, ...names }, ...password };
}

/** Users see and change only their own tasks. */
function requireOwnUser({ caller }: BoxContext, user: string): string {
  if (user !== caller.user) throw new Refusal(GEN.noPrivilege, 'user');
  return user;
}

const filterOf = (user: string, type: TaskRequest['cmd'] | 'ALL'): TaskFilter =>
  type === 'ALL' ? { user } : { user, cmd: type };

/** B39 to B48, X01 to X03. */
export const taskHandlers = ({
  tasks,
  pathRedactor,
  model,
}: {
  readonly tasks: Tasks;
  readonly pathRedactor: PathRedactor;
  readonly model: BoxModel;
}) => {
  const toVisibleTask = ({ caller: { user }, session }: BoxContext, task: TaskView): OpTask => {
    const veiled = pathRedactor.redact({ user, session }, [task.source, task.target]);
    if (veiled === null) return recordOf(task);
    const [source = '', target = ''] = veiled.paths;
    return recordOf({ ...task, source, target, name: veiled.area, message: '' });
  };
  return {
    add: async (task, context, { refuse }) => {
      requireOwnUser(context, task.user);
      // ROLE-12: this model has no archives, for any user.
      if ((task.type === 'COMPRESS' || task.type === 'DECOMPRESS') && !supportsArchives(model))
        throw refuse(TSK.badParameter, 'model');
      return { id: await tasks.add(context.caller, requestOf(task)) };
    },
    list: ({ user, count, start, type, status }, context) => {
      const filter = {
        ...filterOf(requireOwnUser(context, user), type),
        ...(status === undefined ? {} : { state: status }),
      };
      const { total, list } = tasks.list(filter, start, count);
      return { total, list: list.map((task) => toVisibleTask(context, task)) };
    },
    count: ({ user, type }, context) => {
      const filter = filterOf(requireOwnUser(context, user), type);
      const [waiting, processing, paused, success, failed] = ([0, 2, 3, 1, -1] as const).map((state) =>
        tasks.count({ ...filter, state }),
      );
      const nums = {
        waiting: waiting ?? 0,
        processing: processing ?? 0,
        paused: paused ?? 0,
        success: success ?? 0,
        failed: failed ?? 0,
      };
      return { num: nums.waiting + nums.processing + nums.paused, nums };
    },
    remove: async ({ user, id }, context) => {
      await tasks.remove(requireOwnUser(context, user), id);
      return {};
    },
    removeMany: async (selection, context) => {
      const user = requireOwnUser(context, selection.user);
      return { num: await tasks.removeMany(user, 'ids' in selection ? selection.ids : selection.status) };
    },
    pause: async ({ user, id }, context) => {
      await tasks.pause(requireOwnUser(context, user), id);
      return {};
    },
    resume: ({ user, id }, context) => {
      tasks.resume(requireOwnUser(context, user), id);
      return {};
    },
  } satisfies Handlers<(typeof commandTree)['tasks'], BoxContext>;
};

/** B49, B50: part of the disks area. */
export const usageHandlers = ({ usage }: { readonly usage: UsageScans }) =>
  ({
    scanUsage: async ({ mount }, { caller }) => ({ id: await usage.start(caller, mount) }),
    usage: ({ mount, path }, { caller }) => usage.list(caller, mount, path),
  }) satisfies Pick<Handlers<(typeof commandTree)['disks'], BoxContext>, 'scanUsage' | 'usage'>;
