import type { AppId } from '../../app-kit/links.ts';

/** The four tabs of a phone (phone.md). */
export const PLACE_IDS = ['files', 'photos', 'shared', 'more'] as const;
export type PhonePlace = (typeof PLACE_IDS)[number];

/** The app whose start page a tab shows; the tab More shows the shell's own list. */
export const APP_OF: Readonly<Record<Exclude<PhonePlace, 'more'>, AppId>> = {
  files: 'files',
  photos: 'photos',
  shared: 'shares',
};

/** Apps that fill the screen, without bars. */
export const FILLS: ReadonlySet<string> = new Set<AppId>(['photo', 'video']);
