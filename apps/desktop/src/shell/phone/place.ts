import type { AppId } from '../../app-kit/links.ts';

/** The four places of a phone (phone.md). */
export const PLACE_IDS = ['files', 'photos', 'shared', 'more'] as const;
export type PhonePlace = (typeof PLACE_IDS)[number];

/** What stands for a place: the first page of an app, or the shell's own list of everything else. */
export const APP_OF: Readonly<Record<Exclude<PhonePlace, 'more'>, AppId>> = {
  files: 'files',
  photos: 'photos',
  shared: 'shares',
};

/** Apps that fill the screen: a picture has no bars around it. */
export const FILLS: ReadonlySet<string> = new Set<AppId>(['photo', 'video']);
