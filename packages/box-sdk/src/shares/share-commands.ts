import {
  bytes,
  diskText,
  epochSeconds,
  flag,
  intBetween,
  list,
  matching,
  nothing,
  shortList,
  str,
  struct,
  text,
  wirePath,
} from '@boxwood/command-bus/codecs';
import { shareCommand, visitorCommand } from '../define-commands.ts';
import { ShortItem } from '../files/file-model.ts';
import { EntryId, PageSize, TypedName, UserId } from '../request-limits.ts';
import {
  FamilyShare,
  FamilyShareChange,
  NewShare,
  NewShareLink,
  ShareId,
  SharePayload,
  ShareRecord,
  VisitorItem,
} from './share-model.ts';

/**
 * Shares up to 20 entries of one folder: by HTTP, as a box link or with chosen friends (G-33).
 *
 * `POST /{token}` `SHAREADD` (B60). Refusals: 3 failed, 5 unsafe, 11 a file twice, 15 path error, 16 over 20 files.
 *
 * @example
 * ```ts
 * const { link } = await box.shares.add({ type: 2, user: 'ann', count: 1, path: '/mnt/usb1/ann', files: ['Trip'], days: 3 });
 * ```
 */
export const AddShare = shareCommand({
  name: 'AddShare',
  cmd: 'SHAREADD',
  params: NewShare,
  result: struct({
    /** Identifies the share in other calls. */
    id: str,
    /** The link to give to others: a URL, or `boxshare://` text. */
    link: str,
  }),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { path: 'read' },
  secrets: ['code'],
});

/**
 * Lists the caller's shares, newest first; pages count from 1.
 *
 * `POST /{token}` `SHARELIST` (B61). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { total, list } = await box.shares.list({ user: 'ann', page: 1, count: 50 });
 * ```
 */
export const ListShares = shareCommand({
  name: 'ListShares',
  cmd: 'SHARELIST',
  params: struct({
    user: UserId,
    /** From 1 on. */
    page: intBetween(1, 1_000_000),
    count: PageSize,
  }),
  result: struct({
    /** Number of the caller's shares on all pages. */
    total: bytes,
    /** Shares, newest first. */
    list: list(ShareRecord),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Ends a share; its files stay.
 *
 * `POST /{token}` `SHAREDEL` (B62). Refusals: 3 failed, 11 unknown share, 13 owned by another user.
 *
 * @example
 * ```ts
 * await box.shares.remove({ id: 'Ab12Cd34Ef56Gh78' });
 * ```
 */
export const RemoveShare = shareCommand({
  name: 'RemoveShare',
  cmd: 'SHAREDEL',
  params: struct({ id: EntryId }),
  result: nothing,
  refusals: [3, 11],
  access: 'user',
  idempotent: false,
});

/**
 * Creates an HTTP share and its URL in one call; `etime` is when it ends (epoch seconds). Pass the URL through {@link
 * shareAddress}: `plain` 1 (our extension) says that nothing in front of the box speaks TLS. `known` 1 (our extension)
 * says that the same link existed already, and its days start again.
 *
 * `POST /{token}` `SHAREURL` (B63). Refusals: 3 failed, 5 unsafe, 7 share service off, 11 bad name, 15 path error, 16
 * over 20 files.
 *
 * @example
 * ```ts
 * const share = await box.shares.link({ path: '/mnt/usb1/ann', names: ['Trip'], days: 3, code: '0000' });
 * console.log(shareAddress(share));
 * ```
 */
export const CreateShareLink = shareCommand({
  name: 'CreateShareLink',
  cmd: 'SHAREURL',
  params: NewShareLink,
  result: struct(
    {
      /** The URL of the share; `shareAddress` returns its public form. */
      url: str,
      /** Identifies the share in other calls. */
      id: str,
      etime: epochSeconds,
    },
    {
      /** 1: nothing in front of the box speaks TLS, so the URL stays `http:`. */
      plain: flag,
      /** 1: the same link existed already, and its days start again. */
      known: flag,
    },
  ),
  refusals: [3, 5, 7, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { path: 'read' },
  secrets: ['code'],
});

/**
 * Reads a link of this or another box: its owner and contents.
 *
 * `POST /{token}` `SHAREPARSE` (X05). Refusals: 3 failed, 11 not decodable, 15 files missing, 16 expired.
 *
 * @example
 * ```ts
 * const { share, list } = await box.shares.parse({ link: 'boxshare://W10.0123456789abcdef' });
 * ```
 */
export const ParseShare = shareCommand({
  name: 'ParseShare',
  cmd: 'SHAREPARSE',
  params: struct({
    /** The `boxshare://...` text. */
    link: text(1, 100_000),
  }),
  result: struct({
    share: SharePayload,
    /** Entries of the share. */
    list: list(ShortItem),
  }),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: true,
  secrets: ['link'],
});

/**
 * Imports selected entries of a link into a folder, with a COPY task whose id is returned.
 *
 * `POST /{token}` `SHARESAVE` (X06). Refusals: 2 too many tasks, 3 failed, 5 unsafe, 11 not decodable, 15 source or
 * target absent, 16 expired or queue full.
 *
 * @example
 * ```ts
 * const { id } = await box.shares.save({ link: 'boxshare://W10.0123456789abcdef', names: ['Trip'], target: '/mnt/usb1/ann' });
 * ```
 */
export const SaveShare = shareCommand({
  name: 'SaveShare',
  cmd: 'SHARESAVE',
  params: struct({
    /** The `boxshare://...` text. */
    link: text(1, 100_000),
    /** Names of the entries to import. */
    names: shortList(TypedName, 1, 1000),
    /** The folder to copy them into. */
    target: wirePath,
  }),
  result: struct({
    /** Id of the COPY task. */
    id: str,
  }),
  refusals: [2, 3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { target: 'write' },
  secrets: ['link'],
});

/**
 * Lists the family folders that the caller created or may use.
 *
 * `POST /{token}` `FSHARELIST` (X07). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.shares.familyList({ user: 'ann' });
 * ```
 */
export const ListFamilyShares = shareCommand({
  name: 'ListFamilyShares',
  cmd: 'FSHARELIST',
  params: struct({ user: UserId }),
  result: struct({
    /** The caller's own family folders, and those of others that the caller may use. */
    list: list(FamilyShare),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Creates a family folder, or changes its name and its users. The creator always has access, whatever `users` contains
 * (SHARE-15: 11).
 *
 * `POST /{token}` `FSHAREPUT` (X08). Refusals: 3 failed, 5 unsafe, 11 unknown id, name exists, or the creator would
 * lose access, 15 path error, 16 too many.
 *
 * @example
 * ```ts
 * await box.shares.familyPut({ id: '', name: 'Holidays', path: '/mnt/usb1/ann/Holidays', users: [{ user: 'bob', perm: 'rw' }] });
 * ```
 */
export const PutFamilyShare = shareCommand({
  name: 'PutFamilyShare',
  cmd: 'FSHAREPUT',
  params: FamilyShareChange,
  result: struct({
    /** Identifies the share in other calls. */
    id: str,
  }),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { path: 'write' },
});

/**
 * Ends a family share; the folder stays with its creator. Creator or administrator only.
 *
 * `POST /{token}` `FSHAREDEL` (X09). Refusals: 11 unknown share.
 *
 * @example
 * ```ts
 * await box.shares.familyRemove({ id: 'f1' });
 * ```
 */
export const RemoveFamilyShare = shareCommand({
  name: 'RemoveFamilyShare',
  cmd: 'FSHAREDEL',
  params: struct({ id: EntryId }),
  result: nothing,
  refusals: [11],
  access: 'user',
  idempotent: false,
});

/**
 * Opens an HTTP share as a visitor without an account. `ticket` goes into the URLs of {@link shareFileAddress}; `etime`
 * is when the share ends (epoch seconds). A share with code `0000` needs no code; an empty code means that the visitor
 * has not entered one yet.
 *
 * `POST /s/{id}` `SHAREOPEN` (X11), an envelope without identity. Refusals: 6 wrong code, 15 unknown share, 16 expired,
 * or 5 wrong codes within 10 minutes.
 *
 * @example
 * ```ts
 * const { list, ticket } = await box.shares.open({ id: 'Ab12Cd34Ef56Gh78', code: '1234' });
 * ```
 */
export const OpenShare = visitorCommand({
  name: 'OpenShare',
  cmd: 'SHAREOPEN',
  params: struct({
    id: ShareId,
    /** Empty: not entered yet. */
    code: matching('4 digits or none', /^([0-9]{4})?$/),
  }),
  result: struct({
    /** Name of its first entry. */
    name: diskText,
    etime: epochSeconds,
    /** Its entries; `shareFileAddress` identifies one by its index in this list. */
    list: list(VisitorItem),
    /** Part of the URLs of its files. */
    ticket: str,
  }),
  refusals: [6, 15, 16],
  access: 'public',
  idempotent: false,
  secrets: ['code'],
});
