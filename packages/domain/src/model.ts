/** Models used by the screens: those of the SDK, and the places of the file browser. */
export type {
  AiConfig,
  Album,
  Face,
  FileEntry,
  Partition,
  PhotoDetails,
  PhotoFace,
  PhotoPlace,
  PhotoSpot,
  TimelinePhoto,
} from '@boxwood/box-sdk';
export type { Drive } from '@boxwood/account-sdk';

/** Root types of the file browser (CONST-74). */
export const PLACES = Object.freeze({
  personal: 1,
  public: 2,
  safe: 3,
  friends: 4,
  device: 5,
  private: 8,
  network: 9,
} as const);
export type Place = (typeof PLACES)[keyof typeof PLACES];

/** Folders, soft links and mount roots can be entered (FILES-41, PICKER-11). */
export const isFolder = (entry: { readonly type: number }): boolean =>
  entry.type === 5 || entry.type === 100 || entry.type === 777;
