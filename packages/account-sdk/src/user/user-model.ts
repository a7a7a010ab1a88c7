import type { TypeOf } from '@boxwood/command-bus/codecs';
import { isRecord, refine, str, struct, transformed, essential } from '@boxwood/command-bus/codecs';
import type { UploadFile } from '@boxwood/command-bus';

/** A user of the account service (ACCOUNT-01). `avatar` is an address relative to the service, empty for the default picture. */
export const User = struct(
  {
    /** The user id. */
    userName: essential(str),
    /** Display name. */
    nickName: str,
    /** Empty: none bound. */
    mail: str,
    /** Empty: none bound. */
    mobile: str,
    /** Address of the avatar, relative to the service; empty: none. */
    avatar: str,
  },
  {},
  'User',
);
export type User = TypeOf<typeof User>;

/** The public data of a user (friends, nickname look-up). */
export const Profile = struct(
  {
    /** The user id. */
    userName: essential(str),
    /** Display name. */
    nickName: str,
    /** Address of the avatar, relative to the service; empty: none. */
    avatar: str,
  },
  {},
  'Profile',
);
export type Profile = TypeOf<typeof Profile>;

const isUpload = (u: unknown): u is UploadFile =>
  isRecord(u) && typeof u['name'] === 'string' && typeof u['type'] === 'string' && u['data'] instanceof Uint8Array;
/** A file of a multipart form. */
export const FormFile = refine('file', isUpload);

/** Exactly one file; form parsers pass a list. */
export const singleFile = transformed<UploadFile, UploadFile>(
  'one file',
  isUpload,
  (u) => {
    const file: unknown = Array.isArray(u) && u.length === 1 ? (u as readonly unknown[])[0] : u;
    return isUpload(file) ? file : undefined;
  },
  (file) => file,
);
