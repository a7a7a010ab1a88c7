import { randomUUID } from 'node:crypto';
import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { locate, locateExisting, SHARED } from '../files/path-access.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import { join } from '../tree/file-tree.ts';
import { familyShares } from './family-shares.ts';

interface Share {
  readonly id: string;
  readonly user: string;
  readonly type: number;
  readonly path: string;
  readonly names: readonly string[];
  readonly days: number;
  readonly code: string;
  readonly ctime: number;
}

const shares = stateOfBox((): Share[] => []);

/** At most 20 files for 1 to 255 days, and a code of exactly 4 digits. */
const MAX_FILES = 20;
const DAY_SECONDS = 86_400;

const addShare = (call: CommandCall, box: BoxState, type: number, names: readonly string[]): Share => {
  const path = locateExisting(call, box, call.text(0, 'path'));
  const days = call.number(9, 'days', 3);
  const code = call.text(9, 'code', '0000');
  if (names.length > MAX_FILES) throw new Refusal(GENERIC.overLimit);
  if (names.length === 0) throw call.bad('files');
  if (days < 1 || days > 255 || !/^\d{4}$/.test(code)) throw new Refusal(GENERIC.invalid);
  if (names.some((name) => !box.tree.has(join(path, name)))) throw new Refusal(GENERIC.path);
  const share = { id: randomUUID(), user: call.caller.name, type, path, names, days, code, ctime: nowSeconds(box) };
  shares(box).unshift(share);
  return share;
};

/** The URL uses http; a client changes it to https. */
const urlOf = (box: BoxState, { id }: Share): string => `${box.origin()}/s/${id}`;

const isValid = (box: BoxState, { ctime, days }: Share): boolean => nowSeconds(box) < ctime + days * DAY_SECONDS;

const shareFields = (box: BoxState, share: Share): Fields => ({
  id: share.id,
  type: share.type,
  path: share.path,
  files: share.names,
  url: urlOf(box, share),
  days: String(share.days),
  ctime: share.ctime,
});

/** A folder shared within the family; `users` are the other members. */
const listFamilyShares = (box: BoxState, call: CommandCall): readonly Fields[] =>
  familyShares(box)
    .filter(({ owner, users }) => owner === call.caller.name || users.has(call.caller.name))
    .map(({ id, name, path, owner, ctime, users }) => ({
      id,
      name,
      path: owner === call.caller.name ? path : `/mnt/usb1/${call.caller.name}/.share2me/${owner}/${name}`,
      owner,
      ctime,
      users: [...users].map((user) => ({ user, perm: 'rw' })),
    }));

const putFamily = (call: CommandCall, box: BoxState): Fields => {
  const path = locate(call, box, call.text(0, 'path'));
  const name = call.text(1, 'name');
  const raw = call.raw(2, 'users');
  const users = (Array.isArray(raw) ? (raw as readonly unknown[]) : []).flatMap((one) => {
    const { user, perm } =
      typeof one === 'object' && one !== null ? { user: '', perm: '', ...one } : { user: '', perm: '' };
    return perm === 'rw' ? [user] : [];
  });
  if (path.includes(`/${SHARED}`)) throw new Refusal(GENERIC.path);
  const id = call.text(3, 'id', '');
  const known = familyShares(box).find((one) => one.id === id && one.owner === call.caller.name);
  if (id !== '' && known === undefined) throw new Refusal(GENERIC.invalid);
  box.tree.makeFolder(path);
  const others = new Set(users.filter((user) => user !== call.caller.name));
  if (known !== undefined) Object.assign(known, { name, path, users: others });
  else
    familyShares(box).push({
      id: randomUUID(),
      name,
      path,
      owner: call.caller.name,
      ctime: nowSeconds(box),
      users: others,
    });
  for (const user of others) box.tree.makeFolder(`/mnt/usb1/${user}/.share2me/${call.caller.name}`);
  return {};
};

const removeById = (list: { readonly id: string }[], id: string): void => {
  const index = list.findIndex((one) => one.id === id);
  if (index < 0) throw new Refusal(GENERIC.invalid);
  list.splice(index, 1);
};

export const sharing = commands('/{token}', {
  SHAREADD: (call, box) => {
    const files = call.texts(0, 'files');
    if (call.number(0, 'count', files.length) !== files.length) throw call.bad('count');
    addShare(call, box, call.number(0, 'type'), files);
    return {};
  },
  SHAREURL: (call, box) => ({ url: urlOf(box, addShare(call, box, 1, call.texts(0, 'names'))) }),
  SHARELIST: (call, box) => {
    const own = shares(box).filter((share) => share.user === call.caller.name && isValid(box, share));
    const count = call.number(2, 'count', 50);
    const from = (call.number(1, 'page', 1) - 1) * count;
    return { total: String(own.length), list: own.slice(from, from + count).map((share) => shareFields(box, share)) };
  },
  SHAREDEL: (call, box) => {
    const id = call.text(0, 'id');
    if (!shares(box).some((share) => share.id === id && share.user === call.caller.name))
      throw new Refusal(GENERIC.invalid);
    removeById(shares(box), id);
    return {};
  },
  FSHARELIST: (call, box) => ({ list: listFamilyShares(box, call) }),
  FSHAREPUT: putFamily,
  FSHAREDEL: (call, box) => {
    removeById(familyShares(box), call.text(0, 'id'));
    return {};
  },
});

/** Whether a link is still valid for a visitor. */
export const isOpenLink = (box: BoxState, id: string): boolean =>
  shares(box).some((share) => share.id === id && isValid(box, share));
