/** Cloud drive (area CLOUDDRIVE, G-46). */
import { failed, passed } from '@boxwood/command-bus/rules';
import { CLOUD_DRIVE_UPLOAD_LIMITS_BYTES } from '../constants.ts';
import { formatSize } from '../formats.ts';

/** CLOUDDRIVE-11, CONST-47: the largest upload of a membership (0, 1, 2), in bytes; an unknown one counts as the lowest. */
export const uploadLimit = (vip: number): number =>
  CLOUD_DRIVE_UPLOAD_LIMITS_BYTES[vip] ?? CLOUD_DRIVE_UPLOAD_LIMITS_BYTES[0];

/** Checks a file against the size limit of the membership. */
export const checkDriveUpload = (file: { readonly name: string; readonly size: number }, vip: number) =>
  file.size > uploadLimit(vip)
    ? failed('drive.tooLarge', { name: file.name, limit: formatSize(uploadLimit(vip)) })
    : passed;
