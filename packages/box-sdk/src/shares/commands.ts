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
import { shareCommand, visitorCommand } from '../define.ts';
import { ShortItem } from '../files/model.ts';
import { EntryId, PageSize, TypedName, UserId } from '../limits.ts';
import {
  FamilyShare,
  FamilyShareChange,
  NewShare,
  NewShareLink,
  ShareId,
  SharePayload,
  ShareRecord,
  VisitorItem,
} from './model.ts';

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
    /** Names the share in other calls. */
    id: str,
    /** What is handed out: an address, or `boxshare://` text. */
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
    /** How many the caller has, on all pages. */
    total: bytes,
    /** The newest first. */
    list: list(ShareRecord),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Ends a share; its files stay.
 *
 * `POST /{token}` `SHAREDEL` (B62). Refusals: 3 failed, 11 unknown share, 13 somebody else's.
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
 * Makes an HTTP share and its address in one go; `etime` is when it ends (epoch seconds). Hand the address out through
 * {@link shareAddress}: `plain` 1 (ours) says that nothing in front of the box speaks TLS. `known` 1 (ours) says that the same link had been
 * made before, and its days begin anew.
 *
 * `POST /{token}` `SHAREURL` (B63). Refusals: 3 failed, 5 unsafe, 7 share service off, 11 bad name, 15 path error, 16 over 20 files.
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
      /** The address to hand out; `shareAddress` says in which form. */
      url: str,
      /** Names the share in other calls. */
      id: str,
      etime: epochSeconds,
    },
    {
      /** 1: nothing in front of the box speaks TLS, so the address stays `http:`. */
      plain: flag,
      /** 1: the same link was there, and its days begin anew. */
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
 * Reads a link of this or another box: whose it is and what is in it.
 *
 * `POST /{token}` `SHAREPARSE` (X05). Refusals: 3 failed, 11 not decodable, 15 files gone, 16 expired.
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
    /** `boxshare://...`, as it was handed out. */
    link: text(1, 100_000),
  }),
  result: struct({
    share: SharePayload,
    /** What is in it. */
    list: list(ShortItem),
  }),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: true,
  secrets: ['link'],
});

/**
 * Imports chosen entries of a link into a folder, as a COPY task whose id is answered.
 *
 * `POST /{token}` `SHARESAVE` (X06). Refusals: 2 too many tasks, 3 failed, 5 unsafe, 11 not decodable, 15 source or target absent,
 * 16 expired or queue full.
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
    /** `boxshare://...`, as it was handed out. */
    link: text(1, 100_000),
    /** Those of its entries that are wanted. */
    names: shortList(TypedName, 1, 1000),
    /** The folder that they are copied into. */
    target: wirePath,
  }),
  result: struct({
    /** The task that copies. */
    id: str,
  }),
  refusals: [2, 3, 5, 11, 15, 16],
  access: 'user',
  idempotent: false,
  paths: { target: 'write' },
  secrets: ['link'],
});

/**
 * Lists the family folders that the caller made or may use.
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
    /** The caller's own, and those of others that let the caller in. */
    list: list(FamilyShare),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Makes a family folder, or changes its name and who may use it. The creator keeps access whatever `users` says (SHARE-15: 11).
 *
 * `POST /{token}` `FSHAREPUT` (X08). Refusals: 3 failed, 5 unsafe, 11 unknown id, taken name or the creator shut out, 15 path error, 16 too many.
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
    /** Names the share in other calls. */
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
 * Opens an HTTP share as a visitor without an account. `ticket` goes into the addresses of {@link shareFileAddress}; `etime` is
 * when the share ends (epoch seconds). A code of `0000` is never asked for; an empty code is "not asked yet".
 *
 * `POST /s/{id}` `SHAREOPEN` (X11), an envelope without identity. Refusals: 6 wrong code, 15 unknown share, 16 expired, or 5 wrong
 * codes within 10 minutes.
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
    /** Empty: not asked yet. */
    code: matching('4 digits or none', /^([0-9]{4})?$/),
  }),
  result: struct({
    /** Of its first entry. */
    name: diskText,
    etime: epochSeconds,
    /** Its entries; `shareFileAddress` names one by its place in this list. */
    list: list(VisitorItem),
    /** Goes into the addresses of its files. */
    ticket: str,
  }),
  refusals: [6, 15, 16],
  access: 'public',
  idempotent: false,
  secrets: ['code'],
});
