import { defineCommand } from '@boxwood/command-bus';
import {
  bytes,
  epochSeconds,
  flag,
  flagText,
  int,
  intBetween,
  intText,
  list,
  nothing,
  oneOf,
  str,
  struct,
  text,
  essential,
} from '@boxwood/command-bus/codecs';
import { driveCommand, driveTaskCommand, SLOW_TIMEOUT_MS } from '../define.ts';
import { EntryId, Keyword, Offset, PageSize, UserId } from '../limits.ts';
import { OpTask, TaskState } from '../tasks/model.ts';
import { DriveFile, DriveFiles, DriveNode, DrivePath, DriveTaskFilter, DriveUser, NewDriveTask } from './model.ts';

const AccessToken = text(1, 2048);

/**
 * Transfers between box and drive, one task an entry; the ids are answered in the order of `source`.
 *
 * `POST /` `CREATETASK` (B51, B114). Refusals (task): 2 too many, 7 queue full, 8 source missing, 9 target not writable, 11 no space,
 * 16 a file above the membership limit.
 *
 * @example
 * ```ts
 * const { ids } = await box.drive.add({
 *   user: 'ann',
 *   uid: '42',
 *   type: 'UPLOAD',
 *   source: ['/mnt/usb1/ann/Trip'],
 *   target: '/apps/box',
 * });
 * ```
 */
export const CreateDriveTask = driveTaskCommand({
  name: 'CreateDriveTask',
  cmd: 'CREATETASK',
  params: NewDriveTask,
  result: struct({ ids: list(str) }),
  refusals: [2, 7, 8, 9, 11, 16],
  access: 'user',
  idempotent: false,
});

/**
 * Lists cloud-drive tasks, newest first.
 *
 * `POST /` `LISTTASK` (B59). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.drive.tasks({ user: 'ann', type: 'ALL', start: 0, count: 100 });
 * ```
 */
export const ListDriveTasks = driveTaskCommand({
  name: 'ListDriveTasks',
  cmd: 'LISTTASK',
  params: struct({ user: UserId, type: DriveTaskFilter, start: Offset, count: PageSize }, { state: TaskState }),
  result: struct({ total: bytes, list: list(OpTask) }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Removes a cloud-drive task.
 *
 * `POST /` `DELETETASK` (B56). Refusals (task): 5 unknown task, 6 its state does not allow this.
 *
 * @example
 * ```ts
 * await box.drive.removeTask({ user: 'ann', id: 't1' });
 * ```
 */
export const DeleteDriveTask = driveTaskCommand({
  name: 'DeleteDriveTask',
  cmd: 'DELETETASK',
  params: struct({ user: UserId, id: EntryId }),
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Removes the cloud-drive tasks of one state; `num` says how many.
 *
 * `POST /` `DELTASK_BYSTATE` (B57). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { num } = await box.drive.removeTasks({ user: 'ann', state: 1 });
 * ```
 */
export const DeleteDriveTasks = driveTaskCommand({
  name: 'DeleteDriveTasks',
  cmd: 'DELTASK_BYSTATE',
  params: struct({ user: UserId, state: TaskState }),
  result: struct({ num: bytes }),
  refusals: [4],
  access: 'user',
  idempotent: false,
});

/**
 * Tries a failed task again, or goes on with a paused one.
 *
 * `POST /` `DOWNRESTART` (B58). Refusals (task): 5 unknown task, 6 neither failed nor paused.
 *
 * @example
 * ```ts
 * await box.drive.restartTask({ user: 'ann', id: 't1' });
 * ```
 */
export const RestartDriveTask = driveTaskCommand({
  name: 'RestartDriveTask',
  cmd: 'DOWNRESTART',
  params: struct({ user: UserId, id: EntryId }),
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Keeps a signed-in drive for the user; `expires_in` is in seconds.
 *
 * `POST /` `CREATENODE` (B52). Refusals: 3 failed, 11 the provider does not know the token.
 *
 * @example
 * ```ts
 * await box.drive.addNode({ user: 'ann', uid: '42', access_token: 'A', refresh_token: 'R', expires_in: 2_592_000 });
 * ```
 */
export const AddDriveNode = driveCommand({
  name: 'AddDriveNode',
  cmd: 'CREATENODE',
  params: struct(
    { user: UserId, uid: DriveUser, access_token: AccessToken },
    { refresh_token: AccessToken, expires_in: intBetween(0, 1_000_000_000) },
  ),
  result: nothing,
  refusals: [3, 11],
  access: 'user',
  idempotent: false,
  secrets: ['access_token', 'refresh_token'],
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Lists the user's signed-in drives.
 *
 * `POST /` `LISTNODE` (B53, B116). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.drive.nodes({ user: 'ann' });
 * ```
 */
export const ListDriveNodes = driveCommand({
  name: 'ListDriveNodes',
  cmd: 'LISTNODE',
  params: struct({ user: UserId }),
  result: struct({ list: list(DriveNode) }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Signs out of a drive; its tasks fail with "authorization expired".
 *
 * `POST /` `DELETENODE` (B54). Refusals: 3 failed, 11 unknown drive.
 *
 * @example
 * ```ts
 * await box.drive.removeNode({ user: 'ann', uid: '42' });
 * ```
 */
export const RemoveDriveNode = driveCommand({
  name: 'RemoveDriveNode',
  cmd: 'DELETENODE',
  params: struct({ user: UserId, uid: DriveUser }),
  result: nothing,
  refusals: [3, 11],
  access: 'user',
  idempotent: false,
});

/**
 * Gets a drive's token; the box renews it when less than 24 h are left. `expire` in epoch seconds.
 *
 * `POST /` `GETTOKEN` (B55, B118). Refusals: 3 failed, 11 unknown drive.
 *
 * @example
 * ```ts
 * const { access_token } = await box.drive.token({ user: 'ann', uid: '42' });
 * ```
 */
export const GetDriveToken = driveCommand({
  name: 'GetDriveToken',
  cmd: 'GETTOKEN',
  params: struct({ user: UserId, uid: DriveUser }),
  result: struct({ access_token: essential(str), expire: epochSeconds }),
  refusals: [3, 11],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Turns the code that the provider showed into a signed-in drive; the box keeps the drive too (B52). `expires_in` in seconds.
 *
 * `POST /` `CODEEXCHANGE` (B117). Refusals: 3 exchange failed, 6 code wrong or expired.
 *
 * @example
 * ```ts
 * const { uid } = await box.drive.exchangeCode({ user: 'ann', code: 'abc123' });
 * ```
 */
export const ExchangeDriveCode = driveCommand({
  name: 'ExchangeDriveCode',
  cmd: 'CODEEXCHANGE',
  params: struct({ user: UserId, code: text(1, 256) }),
  result: struct({ uid: essential(str), access_token: essential(str), refresh_token: str, expires_in: int }),
  refusals: [3, 6],
  access: 'user',
  idempotent: false,
  secrets: ['code'],
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Tells where a person gets the code for {@link ExchangeDriveCode}.
 *
 * `POST /` `AUTHURL` (X04). Refusals: 3 no provider set up.
 *
 * @example
 * ```ts
 * const { url } = await box.drive.signInAddress();
 * ```
 */
export const GetDriveSignIn = driveCommand({
  name: 'GetDriveSignIn',
  cmd: 'AUTHURL',
  params: nothing,
  result: struct({ url: essential(str) }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists a folder of the drive, 500 entries at a time (CLOUDDRIVE-07).
 *
 * `POST /` `DIRLIST` (B104); the reply says yes with `errno` 0. Refusals are the provider's numbers (BDU): -1, -6 and 111 sign in
 * again, -3 and -31066 no such folder, 31034 too frequent.
 *
 * @example
 * ```ts
 * const { list } = await box.drive.list({ user: 'ann', uid: '42', path: '/', start: 0, limit: DRIVE_PAGE });
 * ```
 */
export const ListDriveFiles = defineCommand({
  name: 'ListDriveFiles',
  method: 'POST',
  path: '/',
  cmd: 'DIRLIST',
  form: 'object',
  reply: 'errno',
  params: struct({ user: UserId, uid: DriveUser, path: DrivePath, start: Offset, limit: PageSize }),
  result: DriveFiles,
  errors: 'BDU',
  refusals: [-1, -3, -6, 12, 111, 31_034, -31_066],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Lists a folder of the drive through the box's proxy in the provider's own words. Without `access_token` the box adds the stored one.
 *
 * `GET /rest/2.0/xpan/file?method=list` (B105). Refusals as {@link ListDriveFiles}.
 *
 * @example
 * ```ts
 * const { list } = await box.drive.proxyList({ dir: '/', order: 'name', desc: 0, start: 0, limit: 500, folder: 0, web: 1 });
 * ```
 */
export const ListDriveProxy = defineCommand({
  name: 'ListDriveProxy',
  method: 'GET',
  path: '/rest/2.0/xpan/file',
  cmd: 'list',
  form: 'query',
  reply: 'errno',
  params: struct(
    {
      dir: DrivePath,
      order: oneOf(['name', 'time', 'size']),
      desc: flagText,
      start: intText(Offset),
      limit: intText(PageSize),
      folder: flagText,
      web: flagText,
    },
    { access_token: AccessToken },
  ),
  result: DriveFiles,
  errors: 'BDU',
  refusals: [-1, -3, -6, 12, 111, 31_034, -31_066],
  access: 'user',
  idempotent: true,
  secrets: ['access_token'],
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Searches the drive below `dir` through the box's proxy; `key` is the text, `num` the most results. `has_more` 1: there are others.
 *
 * `GET /rest/2.0/xpan/file?method=search` (B106). Refusals as {@link ListDriveFiles}.
 *
 * @example
 * ```ts
 * const { list } = await box.drive.proxySearch({ key: 'trip', dir: '/', num: 500, web: 1 });
 * ```
 */
export const SearchDriveProxy = defineCommand({
  name: 'SearchDriveProxy',
  method: 'GET',
  path: '/rest/2.0/xpan/file',
  cmd: 'search',
  form: 'query',
  reply: 'errno',
  params: struct(
    { key: Keyword, dir: DrivePath, num: intText(PageSize), web: flagText },
    { access_token: AccessToken },
  ),
  result: struct({ list: list(DriveFile), has_more: flag }),
  errors: 'BDU',
  refusals: [-1, -3, -6, 12, 111, 31_034, -31_066],
  access: 'user',
  idempotent: true,
  secrets: ['access_token'],
  timeoutMs: SLOW_TIMEOUT_MS,
});
