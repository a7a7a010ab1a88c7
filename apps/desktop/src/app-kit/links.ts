import type { nothing, TypeOf } from '@boxwood/command-bus/codecs';

/** An app without parameters. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- what the codec of no parameters accepts
export type Nothing = TypeOf<typeof nothing>;

/** Screens that open a page saying what is not there yet. */
export const LATER_IDS = [
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
export type LaterId = (typeof LATER_IDS)[number];

/** What every app takes when it is opened. This table is all that apps know of each other: they open by id, never by import. */
export interface AppLinks extends Readonly<Record<LaterId, Nothing>> {
  /** `place` is a root type of the file browser (CONST-74), `path` an absolute box path; none opens personal space. `behind` and `ahead`: what Back and Forward lead to in the same place. */
  readonly files: {
    readonly place?: number;
    readonly path?: string;
    readonly reveal?: string;
    readonly behind?: readonly string[];
    readonly ahead?: readonly string[];
  };
  /** `person`: whose pictures are shown at once, by the id that the box gave. */
  readonly photos: { readonly person?: string };
  readonly trash: Nothing;
  readonly 'task-centre': Nothing;
  readonly settings: Nothing;
  readonly 'box-info': Nothing;
  readonly account: Nothing;
  readonly 'device-status': Nothing;
  readonly activity: Nothing;
  /** `topic`: what of it is looked for. */
  readonly help: { readonly topic?: string };
  readonly shares: Nothing;
  readonly 'device-storage': Nothing;
  readonly 'network-storage': Nothing;
  readonly 'reboot-plan': Nothing;
  readonly fan: Nothing;
  readonly upgrade: Nothing;
  readonly disks: Nothing;
  readonly 'disk-health': Nothing;
  /** `path`: a folder of one's own to be shared. */
  readonly 'family-share': { readonly path?: string };
  /** `text`: what is searched for at once. */
  readonly search: { readonly text?: string };
  readonly safe: Nothing;
  readonly private: Nothing;
  readonly containers: Nothing;
  /** Windows of one file each: document preview, video player, photo viewer, music player (G-09). */
  readonly document: { readonly path: string };
  readonly video: { readonly path: string };
  /** `pictures`: what is gone through instead of the folder, each by the id that the index of pictures knows it by; `album`: the id of the album that they are of. */
  readonly photo: {
    readonly path: string;
    readonly album?: string;
    readonly pictures?: readonly { readonly id: string; readonly path: string; readonly md512kb: string }[];
  };
  readonly music: { readonly path: string };
}

export type AppId = keyof AppLinks;
