import type { nothing, TypeOf } from '@boxwood/command-bus/codecs';

/** An app without parameters. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- what the codec of no parameters accepts
export type NoParams = TypeOf<typeof nothing>;

/** Screens that only explain that they are not available yet. */
export const PLANNED_APP_IDS = [
  'media',
  'downloads',
  'app-market',
  'share-import',
  'computer-backup',
  'sync',
  'disk-backup',
  'ddns',
  'nat',
  'network',
] as const;
export type PlannedAppId = (typeof PLANNED_APP_IDS)[number];

/**
 * The parameters with which each app is opened. This table is all that apps know of each other: they open by id, never
 * by import.
 */
export interface AppLinks extends Readonly<Record<PlannedAppId, NoParams>> {
  /**
   * `place` is a root type of the file browser (CONST-74), `path` an absolute box path; without both, personal space
   * opens. `behind` and `ahead` are the Back and Forward history; their names are stored in window parameters.
   */
  readonly files: {
    readonly place?: number;
    readonly path?: string;
    readonly reveal?: string;
    readonly behind?: readonly string[];
    readonly ahead?: readonly string[];
  };
  /** `person`: the id of the person whose pictures are shown first, as assigned by the box. */
  readonly photos: { readonly person?: string };
  readonly trash: NoParams;
  readonly 'task-centre': NoParams;
  readonly settings: NoParams;
  readonly 'box-info': NoParams;
  readonly account: NoParams;
  readonly 'device-status': NoParams;
  readonly activity: NoParams;
  /** `topic`: the help topic to show. */
  readonly help: { readonly topic?: string };
  readonly shares: NoParams;
  readonly 'device-storage': NoParams;
  readonly 'network-storage': NoParams;
  readonly 'reboot-plan': NoParams;
  readonly fan: NoParams;
  readonly upgrade: NoParams;
  readonly disks: NoParams;
  readonly 'disk-health': NoParams;
  /** `path`: one of the user's own folders to share. */
  readonly 'family-share': { readonly path?: string };
  /** `text`: the initial search text. */
  readonly search: { readonly text?: string };
  readonly safe: NoParams;
  readonly private: NoParams;
  readonly containers: NoParams;
  /** Windows of one file each: document preview, video player, photo viewer, music player (G-09). */
  readonly document: { readonly path: string };
  readonly video: { readonly path: string };
  /**
   * `pictures`: the pictures to page through instead of the folder, with their ids in the photo index; `album`: the id
   * of their album.
   */
  readonly photo: {
    readonly path: string;
    readonly album?: string;
    readonly pictures?: readonly { readonly id: string; readonly path: string; readonly md512kb: string }[];
  };
  readonly music: { readonly path: string };
}

export type AppId = keyof AppLinks;
