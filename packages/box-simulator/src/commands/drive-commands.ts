/** The cloud drive of a provider: nodes (signed-in accounts), tasks, and the folders of the drive. */
import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { durationOf, TimedWork } from '../timed-work.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { calls, commands } from '../command-table.ts';

const TASK = { unknown: 5, state: 6 } as const;

interface DriveTask {
  readonly user: string;
  readonly type: string;
  readonly source: string;
  readonly target: string;
  readonly ctime: number;
  readonly work: TimedWork;
}

const drive = stateOfBox(() => ({
  nodes: new Map<string, { readonly user: string; readonly token: string }>(),
  tasks: new Repository<DriveTask>(),
}));

/** The content of every drive. */
const CONTENT: readonly Fields[] = [
  { path: '/Trip', isdir: 1 },
  { path: '/Trip/a.jpg', isdir: '0', size: '12' },
  { path: '/notes.txt', isdir: 0, size: 5 },
];

const requireNode = (call: CommandCall, box: BoxState): { readonly user: string; readonly token: string } => {
  const found = drive(box).nodes.get(call.text(1, 'uid'));
  if (found?.user !== call.caller.name) throw new Refusal(GENERIC.invalid);
  return found;
};

const requireDriveTask = (call: CommandCall, box: BoxState): DriveTask & { readonly id: string } => {
  const found = drive(box).tasks.find(call.text(0, 'id'));
  if (found?.user !== call.caller.name) throw new Refusal(TASK.unknown);
  return found;
};

const ownTasks = (call: CommandCall, box: BoxState): readonly (DriveTask & { readonly id: string })[] =>
  drive(box).tasks.all.filter(({ user }) => user === call.caller.name);

/** The entries of a drive folder, only with the fields that the specification states. */
const listFolder = (path: string): readonly Fields[] => {
  const prefix = path === '/' || path === '' ? '/' : `${path.replace(/\/$/, '')}/`;
  return CONTENT.filter((one) => {
    const at = String(one['path']);
    return at.startsWith(prefix) && at !== prefix && !at.slice(prefix.length).includes('/');
  });
};

const service = commands('/', {
  CREATENODE: (call, box) => {
    drive(box).nodes.set(call.text(1, 'uid'), { user: call.caller.name, token: call.text(2, 'access_token') });
    return {};
  },
  LISTNODE: (call, box) => ({
    list: [...drive(box).nodes]
      .filter(([, { user }]) => user === call.caller.name)
      .map(([uid, { token }]) => ({ uid, access_token: token })),
  }),
  DELETENODE: (call, box) => {
    requireNode(call, box);
    drive(box).nodes.delete(call.text(1, 'uid'));
    return {};
  },
  GETTOKEN: (call, box) => ({ access_token: requireNode(call, box).token }),
  CODEEXCHANGE: (call, box) => {
    const code = call.text(1, 'code');
    if (code === 'expired') throw new Refusal(GENERIC.authFailed);
    drive(box).nodes.set('42', { user: call.caller.name, token: `access-${code}` });
    return { uid: 42, access_token: `access-${code}` };
  },
  AUTHURL: () => ({ url: 'https://drive.example/oauth' }),
  CREATETASK: (call, box) => {
    const raw = call.raw(1, 'source');
    const sources = Array.isArray(raw) ? raw.map(String) : [call.text(1, 'source')];
    for (const source of sources)
      drive(box).tasks.add({
        user: call.caller.name,
        type: call.text(0, 'type'),
        source,
        target: call.text(2, 'target'),
        ctime: nowSeconds(box),
        work: new TimedWork(box, durationOf(1e6), () => undefined),
      });
    return {};
  },
  LISTTASK: (call, box) => {
    const [type, state] = [call.text(1, 'type', 'ALL'), call.raw(4, 'state')];
    const all = ownTasks(call, box).filter(
      (one) => (type === 'ALL' || one.type === type) && (state === undefined || one.work.state === Number(state)),
    );
    const start = call.number(2, 'start', 0);
    return {
      total: String(all.length),
      list: all.slice(start, start + call.number(3, 'count', 100)).map((one) => ({
        tb_id: one.id,
        tb_name: one.source.slice(one.source.lastIndexOf('/') + 1),
        tb_ctime: one.ctime,
        tb_cmd: one.type,
        tb_source: one.source,
        tb_target: one.target,
        tb_user: one.user,
        tb_state: one.work.state,
        tb_progress: String(one.work.progress),
      })),
    };
  },
  DELETETASK: (call, box) => {
    const task = requireDriveTask(call, box);
    task.work.cancel();
    drive(box).tasks.remove(task.id);
    return {};
  },
  DELTASK_BYSTATE: (call, box) => {
    for (const { id, work } of ownTasks(call, box))
      if (work.state === call.number(1, 'state')) drive(box).tasks.remove(id);
    return {};
  },
  DOWNRESTART: (call, box) => {
    if (!requireDriveTask(call, box).work.restart()) throw new Refusal(TASK.state);
    return {};
  },
});

const listing = commands(
  '/',
  {
    DIRLIST: (call) => {
      const start = call.number(3, 'start', 0);
      return { list: listFolder(call.text(2, 'path')).slice(start, start + call.number(4, 'limit', 500)) };
    },
  },
  { form: 'errno' },
);

const proxy = calls(
  {
    'GET /rest/2.0/xpan/file': (call) => {
      const key = call.text(0, 'key', '').toLowerCase();
      if (call.command === 'search')
        return { list: CONTENT.filter(({ path }) => String(path).toLowerCase().includes(key)) };
      const all = listFolder(call.text(0, 'dir', '/'));
      return { list: call.flag(0, 'folder') ? all.filter(({ isdir }) => Number(isdir) === 1) : all };
    },
  },
  { form: 'errno' },
);

export const driveCommands = [...service, ...listing, ...proxy];
