import { defineCommand } from '@boxwood/command-bus';
import {
  epochSeconds,
  essential,
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
} from '@boxwood/command-bus/codecs';
import { SLOW_HARDWARE_TIMEOUT_MS, driveCommand } from '../define-commands.ts';
import { UserId, Offset, PageSize, Keyword } from '../request-limits.ts';
import { DriveNode, DriveUser, DrivePath, DriveFile, DriveFiles } from './drive-model.ts';

export * from './drive-task-commands.ts';

const AccessToken = text(1, 2048);

/**
 * Stores a signed-in drive for the user; `expires_in` is in seconds.
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
    {
      user: UserId,
      uid: DriveUser,
      /** Access token from the provider's sign-in. */
      access_token: AccessToken,
    },
    {
      /** Token used to get a new access token; absent: it cannot be renewed. */
      refresh_token: AccessToken,
      /** Seconds until `access_token` expires. */
      expires_in: intBetween(0, 1_000_000_000),
    },
  ),
  result: nothing,
  refusals: [3, 11],
  access: 'user',
  idempotent: false,
  secrets: ['access_token', 'refresh_token'],
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
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
  result: struct({
    /** One drive per signed-in account. */
    list: list(DriveNode),
  }),
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
  result: struct({
    /** Access token that the provider requires in every call. */
    access_token: essential(str),
    expire: epochSeconds,
  }),
  refusals: [3, 11],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Exchanges the code shown by the provider for a signed-in drive, which the box also stores (B52). `expires_in` in
 * seconds.
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
  params: struct({
    user: UserId,
    /** Code that the provider's page showed to the user. */
    code: text(1, 256),
  }),
  result: struct({
    /** Account id of the drive, used in other calls. */
    uid: essential(str),
    /** Access token that the provider requires in every call. */
    access_token: essential(str),
    /** Token used to get a new access token. */
    refresh_token: str,
    /** Seconds until `access_token` expires. */
    expires_in: int,
  }),
  refusals: [3, 6],
  access: 'user',
  idempotent: false,
  secrets: ['code'],
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Returns the address of the page where the user gets the code for {@link ExchangeDriveCode}.
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
  result: struct({
    /** Page of the provider for the user to open. */
    url: essential(str),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists a folder of the drive, 500 entries at a time (CLOUDDRIVE-07).
 *
 * `POST /` `DIRLIST` (B104); `errno` 0 in the reply means success. Refusals are the provider's numbers (BDU): -1, -6
 * and 111 sign in again, -3 and -31066 no such folder, 31034 too frequent.
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
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Lists a folder of the drive through the box's proxy, with the provider's own parameters. Without `access_token` the
 * box adds the stored one.
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
      /** Sort key. */
      order: oneOf(['name', 'time', 'size']),
      /** 1: descending order. */
      desc: flagText,
      /** Number of entries to skip. */
      start: intText(Offset),
      /** Maximum number of entries per page. */
      limit: intText(PageSize),
      /** 1: only folders. */
      folder: flagText,
      /** 1: the provider expects this value from a web page. */
      web: flagText,
    },
    {
      /** Absent: the box adds its stored token. */
      access_token: AccessToken,
    },
  ),
  result: DriveFiles,
  errors: 'BDU',
  refusals: [-1, -3, -6, 12, 111, 31_034, -31_066],
  access: 'user',
  idempotent: true,
  secrets: ['access_token'],
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Searches the drive below `dir` through the box's proxy; `key` is the text, `num` the maximum number of results.
 * `has_more` 1: there are more results.
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
    {
      key: Keyword,
      dir: DrivePath,
      /** Maximum number of entries. */
      num: intText(PageSize),
      /** 1: the provider expects this value from a web page. */
      web: flagText,
    },
    {
      /** Absent: the box adds its stored token. */
      access_token: AccessToken,
    },
  ),
  result: struct({
    /** Entries below `dir` whose name contains `key`. */
    list: list(DriveFile),
    /** 1: there are more results than requested. */
    has_more: flag,
  }),
  errors: 'BDU',
  refusals: [-1, -3, -6, 12, 111, 31_034, -31_066],
  access: 'user',
  idempotent: true,
  secrets: ['access_token'],
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});
