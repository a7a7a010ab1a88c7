import { ACC } from '@boxwood/account-sdk';
import { FEEDBACK } from '@boxwood/command-bus/rules';
import { refuse } from './service-context.ts';

/** The type of a picture by its first bytes; its name and declared type are not trusted (G-69). */
export const pictureType = (data: Uint8Array): 'png' | 'jpg' | undefined => {
  const starts = (...bytes: readonly number[]) => bytes.every((byte, i) => data[i] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  return starts(0xff, 0xd8, 0xff) ? 'jpg' : undefined;
};

/** The type of an uploaded picture; refuses with 1019 when it is empty, 2004 when it is too large or not a picture. */
export const acceptPicture = (data: Uint8Array): 'png' | 'jpg' => {
  if (data.length === 0) return refuse(ACC.fileEmpty);
  if (data.length > FEEDBACK.imageBytes) return refuse(ACC.badParameter, 'feedback.imageSize');
  return pictureType(data) ?? refuse(ACC.badParameter, 'feedback.imageType');
};
