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
import { SLOW_TIMEOUT_MS, driveCommand } from '../define.ts';
import { UserId, Offset, PageSize, Keyword } from '../limits.ts';
import { DriveNode, DriveUser, DrivePath, DriveFile, DriveFiles } from './model.ts';

export * from './task-commands.ts';

const AccessToken = text(1, 2048);

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
    {
      user: UserId,
      uid: DriveUser,
      /** What the provider gave to the person who signed in. */
      access_token: AccessToken,
    },
    {
      /** What a new token is fetched with; absent: it cannot be renewed. */
      refresh_token: AccessToken,
      /** Seconds that `access_token` is good for. */
      expires_in: intBetween(0, 1_000_000_000),
    },
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
  result: struct({
    /** A drive for each account that signed in. */
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
    /** What the provider asks for with every call. */
    access_token: essential(str),
    expire: epochSeconds,
  }),
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
  params: struct({
    user: UserId,
    /** As the page of the provider showed it to the person. */
    code: text(1, 256),
  }),
  result: struct({
    /** The account of the drive, for the other calls. */
    uid: essential(str),
    /** What the provider asks for with every call. */
    access_token: essential(str),
    /** What a new token is fetched with. */
    refresh_token: str,
    /** Seconds that `access_token` is good for. */
    expires_in: int,
  }),
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
  result: struct({
    /** A page of the provider, to be opened by the person. */
    url: essential(str),
  }),
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
      /** What entries are sorted by. */
      order: oneOf(['name', 'time', 'size']),
      /** 1: the largest first. */
      desc: flagText,
      /** The number of entries to leave out. */
      start: intText(Offset),
      /** How many entries a page may hold. */
      limit: intText(PageSize),
      /** 1: only folders. */
      folder: flagText,
      /** 1, as the provider wants it of a page. */
      web: flagText,
    },
    {
      /** Absent: the box adds the one that it keeps. */
      access_token: AccessToken,
    },
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
    {
      key: Keyword,
      dir: DrivePath,
      /** How many entries at most. */
      num: intText(PageSize),
      /** 1, as the provider wants it of a page. */
      web: flagText,
    },
    {
      /** Absent: the box adds the one that it keeps. */
      access_token: AccessToken,
    },
  ),
  result: struct({
    /** Entries below `dir` whose name holds `key`. */
    list: list(DriveFile),
    /** 1: there are more than were asked for. */
    has_more: flag,
  }),
  errors: 'BDU',
  refusals: [-1, -3, -6, 12, 111, 31_034, -31_066],
  access: 'user',
  idempotent: true,
  secrets: ['access_token'],
  timeoutMs: SLOW_TIMEOUT_MS,
});
