import {
  bytes,
  flagText,
  intBetween,
  intText,
  matching,
  noArguments,
  positional,
  shortList,
  struct,
  text,
  wirePath,
} from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { ServiceUserPage, SmbAnonymous, SmbStatus, WebdavStatus } from './service-model.ts';

/** First page of service users as the product requests it: (32, 0) in NET-07. */
export const SERVICE_USERS_PAGE = { count: 32, offset: 0 } as const;

/** Name of an SMB or WebDAV user, not of a box user. */
const userName = text(1, 256);
/**
 * A service password: printable ASCII without space, 4 at least. The box itself enforces the upper limit of 10 (NET-09,
 * G-30) with refusal 9, and the length of a name with refusal 8; a form calls `checkSambaPassword` first.
 */
export const ServicePassword = matching('at least 4 characters', /^[\x21-\x7e]{4,256}$/);

// SMB and WebDAV have their own users, with the same four commands each. Administrator only.
/* @__NO_SIDE_EFFECTS__ */ const listUsers = <const N extends string, const C extends string>(name: N, cmd: C) =>
  shellCommand({
    name,
    cmd,
    params: positional({
      /** Maximum number of users per page. */
      count: intText(intBetween(1, 500)),
      /** Number of users to skip. */
      offset: intText(bytes),
    }),
    result: ServiceUserPage,
    refusals: [3, 13],
    access: 'admin',
    idempotent: true,
  });
/* @__NO_SIDE_EFFECTS__ */ const addUser = <const N extends string, const C extends string>(name: N, cmd: C) =>
  shellCommand({
    name,
    cmd,
    params: positional(
      {
        name: userName,
        password: ServicePassword,
        /** 1: may not write. */
        readonly: flagText,
      },
      {
        /** Box folders visible to the user; empty: the defaults. */
        key: 'dirs',
        codec: shortList(wirePath, 0, 100),
      },
    ),
    result: struct({}),
    refusals: [8, 9, 11, 13, 16],
    access: 'admin',
    idempotent: false,
    paths: { dirs: 'read' },
    secrets: ['password'],
  });
/* @__NO_SIDE_EFFECTS__ */ const deleteUser = <const N extends string, const C extends string>(name: N, cmd: C) =>
  shellCommand({
    name,
    cmd,
    params: positional({ name: userName }),
    result: struct({}),
    refusals: [10, 13],
    access: 'admin',
    idempotent: false,
  });
/* @__NO_SIDE_EFFECTS__ */ const setPassword = <const N extends string, const C extends string>(name: N, cmd: C) =>
  shellCommand({
    name,
    cmd,
    params: positional({ name: userName, password: ServicePassword }),
    result: struct({}),
    refusals: [9, 10, 13],
    access: 'admin',
    idempotent: false,
    secrets: ['password'],
  });

/**
 * Reads whether SMB runs.
 *
 * `POST /eshell` `SMBSTATUS []` (X23).
 *
 * @example
 * ```ts
 * const { enable } = await box.send(GetSmb, {});
 * ```
 */
export const GetSmb = shellCommand({
  name: 'GetSmb',
  cmd: 'SMBSTATUS',
  params: noArguments,
  result: SmbStatus,
  refusals: [],
  access: 'user',
  idempotent: true,
});

/**
 * Switches SMB. Administrator only.
 *
 * `POST /eshell` `SMBSET ["0" | "1"]` (X24).
 *
 * @example
 * ```ts
 * await box.send(SetSmb, { enable: 1 });
 * ```
 */
export const SetSmb = shellCommand({
  name: 'SetSmb',
  cmd: 'SMBSET',
  params: positional({
    /** 0 switches it off. */
    enable: flagText,
  }),
  result: struct({}),
  refusals: [13],
  access: 'admin',
  idempotent: false,
});

/**
 * Lists the SMB users. Administrator only.
 *
 * `POST /eshell` `SMBUSERLIST [count, offset]` (B26), requested with {@link SERVICE_USERS_PAGE}. Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { total, list } = await box.send(ListSmbUsers, SERVICE_USERS_PAGE);
 * ```
 */
export const ListSmbUsers = listUsers('ListSmbUsers', 'SMBUSERLIST');

/**
 * Adds an SMB user with access to `dirs` (none: the defaults of P-28). Administrator only.
 *
 * `POST /eshell` `SMBUSERADD [name, password, readonly, dir1, ...]` (X25). Refusals: 8 name too long, 9 password too
 * long, 11 exists, 16 thirty-two users.
 *
 * @example
 * ```ts
 * await box.send(AddSmbUser, { name: 'tv', password: 'watch-1', readonly: 1, dirs: ['/mnt/usb1/shared-files/Films'] });
 * ```
 */
export const AddSmbUser = addUser('AddSmbUser', 'SMBUSERADD');

/**
 * Removes an SMB user. Administrator only.
 *
 * `POST /eshell` `SMBUSERDEL [name]` (X26). Refusals: 10 not found.
 *
 * @example
 * ```ts
 * await box.send(DeleteSmbUser, { name: 'tv' });
 * ```
 */
export const DeleteSmbUser = deleteUser('DeleteSmbUser', 'SMBUSERDEL');

/**
 * Sets the password of an SMB user. Administrator only.
 *
 * `POST /eshell` `SMBUSERPWD [name, password]` (X27). Refusals: 9 too long, 10 not found.
 *
 * @example
 * ```ts
 * await box.send(SetSmbPassword, { name: 'tv', password: 'watch-2' });
 * ```
 */
export const SetSmbPassword = setPassword('SetSmbPassword', 'SMBUSERPWD');

/**
 * Reads whether SMB allows anonymous access.
 *
 * `POST /eshell` `SMBGETANONYMOUSCFG []` (B28). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { enable, path } = await box.send(GetSmbAnonymous, {});
 * ```
 */
export const GetSmbAnonymous = shellCommand({
  name: 'GetSmbAnonymous',
  cmd: 'SMBGETANONYMOUSCFG',
  params: noArguments,
  result: SmbAnonymous,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Switches anonymous access over SMB. Administrator only.
 *
 * `POST /eshell` `SMBSETANONYMOUSCFG [enable, readonly]` (X28).
 *
 * @example
 * ```ts
 * await box.send(SetSmbAnonymous, { enable: 0, readonly: 1 });
 * ```
 */
export const SetSmbAnonymous = shellCommand({
  name: 'SetSmbAnonymous',
  cmd: 'SMBSETANONYMOUSCFG',
  params: positional({
    /** 0 switches it off. */
    enable: flagText,
    /** 1: anonymous users may not write. */
    readonly: flagText,
  }),
  result: struct({}),
  refusals: [13],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads whether WebDAV runs.
 *
 * `POST /eshell` `WEBDAVSTATUS []` (X29).
 *
 * @example
 * ```ts
 * const { enable, port } = await box.send(GetWebdav, {});
 * ```
 */
export const GetWebdav = shellCommand({
  name: 'GetWebdav',
  cmd: 'WEBDAVSTATUS',
  params: noArguments,
  result: WebdavStatus,
  refusals: [],
  access: 'user',
  idempotent: true,
});

/**
 * Switches WebDAV and chooses its port. Administrator only.
 *
 * `POST /eshell` `WEBDAVSET [enable, port]` (X30). Refusals: 11 port in use.
 *
 * @example
 * ```ts
 * await box.send(SetWebdav, { enable: 1, port: 5005 });
 * ```
 */
export const SetWebdav = shellCommand({
  name: 'SetWebdav',
  cmd: 'WEBDAVSET',
  params: positional({
    /** 0 switches it off. */
    enable: flagText,
    /** Listening port. */
    port: intText(intBetween(1, 65535)),
  }),
  result: struct({}),
  refusals: [11, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Lists the WebDAV users. Administrator only.
 *
 * `POST /eshell` `WEBDAVUSERLIST [count, offset]` (B27), requested with {@link SERVICE_USERS_PAGE}. Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListWebdavUsers, SERVICE_USERS_PAGE);
 * ```
 */
export const ListWebdavUsers = listUsers('ListWebdavUsers', 'WEBDAVUSERLIST');

/**
 * Adds a WebDAV user. Administrator only.
 *
 * `POST /eshell` `WEBDAVUSERADD [name, password, readonly, dir1, ...]` (X31). Refusals: 8 name too long, 9 password too long, 11
 * exists, 16 thirty-two users.
 *
 * @example
 * ```ts
 * await box.send(AddWebdavUser, { name: 'phone', password: 'notes-1', readonly: 0, dirs: [] });
 * ```
 */
export const AddWebdavUser = addUser('AddWebdavUser', 'WEBDAVUSERADD');

/**
 * Removes a WebDAV user. Administrator only.
 *
 * `POST /eshell` `WEBDAVUSERDEL [name]` (X32). Refusals: 10 not found.
 *
 * @example
 * ```ts
 * await box.send(DeleteWebdavUser, { name: 'phone' });
 * ```
 */
export const DeleteWebdavUser = deleteUser('DeleteWebdavUser', 'WEBDAVUSERDEL');

/**
 * Sets the password of a WebDAV user. Administrator only.
 *
 * `POST /eshell` `WEBDAVUSERPWD [name, password]` (X33). Refusals: 9 too long, 10 not found.
 *
 * @example
 * ```ts
 * await box.send(SetWebdavPassword, { name: 'phone', password: 'notes-2' });
 * ```
 */
export const SetWebdavPassword = setPassword('SetWebdavPassword', 'WEBDAVUSERPWD');
