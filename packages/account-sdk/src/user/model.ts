import type { TypeOf } from '@boxwood/command-bus/codecs';
import { isRecord, refine, str, struct, transformed, essential } from '@boxwood/command-bus/codecs';
import type { UploadFile } from '@boxwood/command-bus';

/** A user of the account service (ACCOUNT-01). `avatar` is an address relative to the service, empty for the default picture. */
export const User = struct(
  { userName: essential(str), nickName: str, mail: str, mobile: str, avatar: str },
  {},
  'User',
);
export type User = TypeOf<typeof User>;

/** What others see of a user (friends, nickname look-up). */
export const Profile = struct({ userName: essential(str), nickName: str, avatar: str }, {}, 'Profile');
export type Profile = TypeOf<typeof Profile>;

const isUpload = (u: unknown): u is UploadFile =>
  isRecord(u) && typeof u['name'] === 'string' && typeof u['type'] === 'string' && u['data'] instanceof Uint8Array;
/** A file of a form. */
export const FormFile = refine('file', isUpload);

/** Exactly one file; a form parser hands over a list. */
export const oneFile = transformed<UploadFile, UploadFile>(
  'one file',
  isUpload,
  (u) => {
    const found: unknown = Array.isArray(u) && u.length === 1 ? (u as readonly unknown[])[0] : u;
    return isUpload(found) ? found : undefined;
  },
  (file) => file,
);
