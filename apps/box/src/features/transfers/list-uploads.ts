import type { UnfinishedUpload } from '@boxwood/box-sdk';
import { MAX_LISTED_UPLOADS } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import { digest } from '../../server/identity/secrets.ts';
import { type Caller, Refusal, type Vault } from '../../storage/vault/index.ts';
import { bundleFilesOf, isBundle } from './upload-bundle.ts';
import type { Uploads } from './uploads-table.ts';

/** An upload that was used this recently counts as active: a running one is idle between two requests. */
const RECENT_MS = 10 * 60_000;

interface ListUploadsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly vault: Vault;
  readonly uploads: Uploads;
  readonly isReceiving: (uuid: string) => boolean;
}

/**
 * Id of an upload in the list. It cannot be used to send bytes: an upload ends with the sessions that requested it, so
 * another session must not learn the uuid.
 */
const listedIdOf = (uuid: string): string => digest(uuid);

const canOpen = (vault: Vault, caller: Caller, path: string): boolean => {
  try {
    vault.resolve(caller, path, 'read');
    return true;
  } catch (failure) {
    // An area is locked, or a share has ended.
    if (failure instanceof Refusal) return false;
    throw failure;
  }
};

/** Unfinished uploads of a user, as the session of the request sees them. */
export const listUploads = (
  { clock, vault, uploads, isReceiving }: ListUploadsDeps,
  caller: Caller,
  ownSession: string,
): readonly UnfinishedUpload[] =>
  uploads.newestOf(caller.user, MAX_LISTED_UPLOADS).map((upload) => {
    const { uuid, target, size, touched, session, token } = upload;
    const targets = isBundle(upload) ? bundleFilesOf(upload).map((file) => file.target) : [target];
    const [path = ''] = targets;
    return {
      id: listedIdOf(uuid),
      path: canOpen(vault, caller, path) ? path : '',
      files: targets.length,
      size,
      used: Math.floor(touched / 1000),
      own: session.split(' ').includes(ownSession) ? 1 : 0,
      script: token === '' ? 0 : 1,
      active: isReceiving(uuid) || clock.now() - touched < RECENT_MS ? 1 : 0,
    };
  });

/** The unfinished upload of a user that the list names `id`. */
export const findListedUpload = (uploads: Uploads, user: string, id: string): string | undefined =>
  uploads.openOf(user).find((uuid) => listedIdOf(uuid) === id);
