import { type FamilyShare, ListFamilyShares, PutFamilyShare, RemoveFamilyShare } from '@boxwood/box-sdk';
import { checkFolderName, BOX_PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { type Client, left } from '@boxwood/command-bus';
import { map } from 'rxjs';
import {
  type PortResult,
  startNow,
  type Failure,
  execute,
  mapRight,
  type Outcome,
  type LazyResult,
  rejectionOf,
  settled,
} from '../outcome.ts';
import type { DomainMessageKey } from '../message-keys.ts';

/** A folder shared by its owner with selected users of the box (SHARE-14). */
export interface FamilyFolder {
  readonly id: string;
  readonly name: string;
  /** Its path for this user: their own folder, or an entry among the shares of friends (SHARE-22). */
  readonly path: string;
  readonly owner: string;
  /** Epoch seconds. */
  readonly created: number;
  /** Users with access besides the owner. */
  readonly members: readonly string[];
}

/** `id` null creates a folder; an empty `path` proposes a new folder of that name in `my-shares`. */
export interface FamilyFolderInput extends Pick<FamilyFolder, 'name' | 'path' | 'members'> {
  readonly id: string | null;
}

/** Family shares (P-13, SHARE-14 to SHARE-17): members have full access. */
export interface FamilyShares {
  /** Folders made by this user and those shared with them, by name. */
  list(): LazyResult<readonly FamilyFolder[]>;
  /** Creates or changes a folder of this user. Invalid input is not sent. Yields its id. */
  save(input: FamilyFolderInput): Outcome<string>;
  /** Ends the share; the folder and its content stay with the owner. */
  end(id: string): Outcome<null>;
}

const toFamilyFolder = ({ id, name, path, owner, ctime, users }: FamilyShare): FamilyFolder => ({
  id,
  name,
  path,
  owner,
  created: ctime,
  members: users.flatMap(({ user, perm }) => (perm === 'rw' && user !== owner ? [user] : [])),
});

/** Message keys by the `info` of a refusal. */
const MESSAGE_KEYS_BY_INFO: ReadonlyMap<string, DomainMessageKey> = new Map([
  ['name', 'family.nameTaken'],
  ['folder', 'family.folderTaken'],
  ['users', 'family.unknownUser'],
  ['place', 'family.placeRefused'],
  ['absent', 'family.folderAbsent'],
]);

/** Replaces the refusal code of the box with a message for the user. */
const explainRefusal = <A>(answer: PortResult<A>): Outcome<A> =>
  answer.pipe(
    map((result) => {
      if (result._tag === 'Right' || result.left._tag !== 'Refused') return result;
      const messageKey = MESSAGE_KEYS_BY_INFO.get(result.left.info ?? '');
      return messageKey === undefined ? result : left<Failure>({ _tag: 'Rejected', messageKey });
    }),
  );

/** {@link FamilyShares} implemented by a box client. */
export const boxFamilyShares = (box: Pick<Client, 'exec'>, user: string): FamilyShares => ({
  list: () => execute(box, ListFamilyShares, { user }).pipe(mapRight(({ list }) => list.map(toFamilyFolder))),
  save: ({ id, name, path, members }) => {
    const refused = rejectionOf(checkFolderName(name));
    if (refused !== null) return settled(left(refused));
    const folder = path === '' ? `${userRoot(user)}/${BOX_PATHS.myShares}/${name}` : path;
    const users = members.map((member) => ({ user: member, perm: 'rw' as const }));
    return startNow(
      explainRefusal(execute(box, PutFamilyShare, { id: id ?? '', name, path: folder, users })).pipe(
        mapRight(({ id: saved }) => saved),
      ),
    );
  },
  end: (id) => startNow(execute(box, RemoveFamilyShare, { id }).pipe(mapRight(() => null))),
});
