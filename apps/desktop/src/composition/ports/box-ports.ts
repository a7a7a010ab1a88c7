import { GEN } from '@boxwood/box-sdk';
import { ClearMessages, CountUnread, DeleteMessage, ListMessages, MarkRead } from '@boxwood/account-sdk';
import {
  CountTasks,
  type Cursor,
  DeleteTask,
  DeleteTasks,
  FinishUpload,
  FinishUploads,
  GetDeviceStatus,
  ListDisks,
  ListFiles,
  ListTasks,
  MAX_WAIT,
  MakeFolder,
  OP_TYPES,
  type OpTask,
  PauseTask,
  PrepareUpload,
  PrepareUploads,
  PutChunk,
  ResumeTask,
  WaitChanges,
} from '@boxwood/box-sdk';
import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { wirePath } from '@boxwood/command-bus/codecs';
import { completedOf, secondOf } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import type {
  Answer,
  BoxTask,
  ChangesPort,
  Message,
  MessagesPort,
  MessageType,
  MonitorPort,
  PutNews,
  TasksPort,
  UploadPort,
} from '@boxwood/domain';
import { answer, fromTask, mapRight, MESSAGE_TYPES } from '@boxwood/domain';
import { Observable } from 'rxjs';

type Exec = Pick<Client, 'exec'>;

const STATES = [-1, 0, 1, 2, 3] as const;
const taskOf = (task: OpTask): BoxTask => ({
  id: task.tb_id,
  operation: OP_TYPES.find((one) => one === task.tb_cmd) ?? 'unknown',
  fileType: task.tb_type,
  name: task.tb_name,
  total: task.tb_total,
  completed: completedOf(task),
  progress: task.tb_progress,
  speed: task.tb_speed,
  ctime: task.tb_ctime,
  source: task.tb_source,
  target: task.tb_target,
  user: task.tb_user,
  message: task.tb_msg,
  // Any negative number is failed (TASK-04).
  state: STATES.find((state) => state === task.tb_state) ?? -1,
  code: task.tb_code,
});

/** How many tasks one question brings (TASK-13). */
const TASK_PAGE = 100;

export const changesPort = (box: Exec): ChangesPort => ({
  wait: (cursor, folders) =>
    answer(box, WaitChanges, { cursor, wait: MAX_WAIT, folders: folders.filter((path) => wirePath.is(path)) }).pipe(
      mapRight(({ everything, ...told }) => ({ ...told, everything: everything === 1 })),
    ),
});

export const tasksPort = (box: Exec, user: string): TasksPort => ({
  list: (state) =>
    answer(box, ListTasks, {
      user,
      count: TASK_PAGE,
      start: 0,
      type: 'ALL',
      ...(state === null ? {} : { status: state }),
    }).pipe(mapRight(({ total, list }) => ({ total, tasks: list.map(taskOf) }))),
  countActive: () => answer(box, CountTasks, { user, type: 'ALL' }).pipe(mapRight(({ num }) => num)),
  pause: (id) => answer(box, PauseTask, { user, id }),
  resume: (id) => answer(box, ResumeTask, { user, id }),
  remove: (id) => answer(box, DeleteTask, { user, id }),
  clear: (state) => answer(box, DeleteTasks, { user, status: state }),
});

export const monitorPort = (box: Exec): MonitorPort => ({
  status: () => answer(box, GetDeviceStatus, {}),
  disks: () => answer(box, ListDisks, {}).pipe(mapRight(({ disks }) => disks)),
});

/** Messages a page (MSG-02). */
const MESSAGE_PAGE = 100;
const NONE: Readonly<Record<MessageType, number>> = { 1: 0, 2: 0, 3: 0, 4: 0 };

export const messagesPort = (account: Exec): MessagesPort => ({
  unread: () =>
    answer(account, CountUnread, {}).pipe(
      mapRight(({ total, types }) => ({
        total,
        byType: types.reduce((counts, { type, count }) => {
          const known = MESSAGE_TYPES.find((one) => one === type);
          return known === undefined ? counts : { ...counts, [known]: count };
        }, NONE),
      })),
    ),
  page: (type, pageNo) =>
    answer(account, ListMessages, { type, pageNo, pageSize: MESSAGE_PAGE }).pipe(
      mapRight(({ datas, total, pageNow, pageSum }) => ({
        total,
        pageNow,
        pageSum,
        messages: datas.map(({ mid, content, state, dateTime, type: kind, boxName }): Message => ({
          mid,
          content,
          read: state === 1,
          dateTime,
          type: kind,
          boxName,
        })),
      })),
    ),
  markRead: (type) => answer(account, MarkRead, { type }),
  remove: (mid) => answer(account, DeleteMessage, { mid }),
  clear: (type) => answer(account, ClearMessages, { type }),
});

/** There is nothing at the path. */
const isGone = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.family === 'GEN' && error.code === GEN.absent;

/** Which of `names` stand in a folder: one page of the folder a question, until all are known. In a folder that is gone, none. */
export const takenIn = (box: Exec, folder: string, names: readonly string[]): Answer<ReadonlySet<string>> =>
  fromTask((signal) => async (): Promise<Either<BoxError, ReadonlySet<string>>> => {
    const wanted = new Set(names);
    const taken = new Set<string>();
    let baseinfo: Cursor | null = null;
    for (;;) {
      const page = await box.exec(
        ListFiles,
        {
          path: folder,
          count: 500,
          hasbaseinfo: baseinfo === null ? 0 : 1,
          withhidden: 1,
          ...(baseinfo === null ? {} : { baseinfo }),
        },
        { signal },
      )();
      if (page._tag === 'Left') return isGone(page.left) ? right(taken) : page;
      for (const { n } of page.right.file_list) if (wanted.has(n)) taken.add(n);
      const last = page.right.file_list.at(-1);
      if (last === undefined || page.right.file_list.length < 500 || taken.size === wanted.size) return right(taken);
      baseinfo = { n: last.n, t: last.t, k: last.k };
    }
  });

const putAt = (
  box: Pick<Client, 'transfer'>,
  uuid: string,
  start: number,
  body: Blob,
  whole: { readonly whole?: '1' } = {},
): Observable<Either<BoxError, PutNews>> =>
  new Observable((subscriber) => {
    const abort = new AbortController();
    void box
      .transfer(PutChunk, { uuid, start, ...whole }, body, {
        signal: abort.signal,
        onProgress: (sent) => {
          subscriber.next(right({ sent }));
        },
      })()
      .then((result) => {
        subscriber.next(result._tag === 'Left' ? result : right({ held: result.right.size ?? start + body.size }));
        subscriber.complete();
      });
    return () => {
      abort.abort();
    };
  });

export const uploadPort = (box: Pick<Client, 'exec' | 'transfer'>): UploadPort => ({
  prepare: (target, size, version) =>
    answer(box, PrepareUpload, { target, size, more: version }).pipe(
      mapRight(({ uuid, baseinfo, start = 0, more }) => ({ uuid, existing: baseinfo, start, knows: more === 1 })),
    ),
  put: (uuid, start, body) => putAt(box, uuid, start, body),
  putWhole: (uuid, body) => putAt(box, uuid, 0, body, { whole: '1' }),
  finish: (target, size, uuid, modified) =>
    answer(box, FinishUpload, { target, size, reserved: '0', uuid, ctime: modified }).pipe(
      mapRight(({ path }) => ({ path: path === '' ? target : path })),
    ),
  prepareMany: (files) =>
    answer(box, PrepareUploads, {
      files: files.map(({ mtime, ...file }) => ({ ...file, mtime: secondOf(mtime), time: mtime })),
    }).pipe(
      mapRight(({ uuid = null, list, more }) => ({
        uuid,
        knows: more === 1,
        list: list.map(({ error, have }) => ({ error, have: have === 1 })),
      })),
    ),
  putMany: (uuid, bodies) => putAt(box, uuid, 0, new Blob([...bodies])),
  finishMany: (uuid) =>
    answer(box, FinishUploads, { uuid }).pipe(mapRight(({ list }) => list.map(({ error }) => error))),
  taken: (folder, names) => takenIn(box, folder, names),
  makeFolder: (path) => answer(box, MakeFolder, { path }),
});
