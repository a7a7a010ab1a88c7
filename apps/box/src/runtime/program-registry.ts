import type { ProcessLimits, ProcessRights } from './process-rights.ts';

/** A program that the box may start, with its rights. No other program may be started. */
export interface Program {
  /** Purpose, for readers of this list. */
  readonly what: string;
  readonly rights: ProcessRights;
  readonly limits: ProcessLimits;
}

/** Address space limit. An 8K film decoded in many threads, or a large dictionary, reserves more than it uses. */
const ADDRESS_SPACE_BYTES = 3 * 1024 ** 3;

/**
 * Every program that the box starts, and every module of the box that runs in its own process.
 * `tests/faults/children.full.test.ts` kills the box while each of them runs, and fails for an entry without a case.
 */
export const PROGRAMS = {
  unpack: { what: '7-Zip reads untrusted archives', rights: 'none', limits: { memoryBytes: ADDRESS_SPACE_BYTES } },
  film: {
    what: 'ffmpeg extracts one frame of a video',
    rights: 'read',
    limits: { memoryBytes: ADDRESS_SPACE_BYTES, fileBytes: 0 },
  },
  mounts: { what: 'findmnt reports mounts', rights: 'own', limits: {} },
  disks: { what: 'lsblk lists the disks', rights: 'own', limits: {} },
  eject: { what: 'umount unmounts a disk', rights: 'own', limits: {} },
  measure: { what: 'find counts the entries of a large folder', rights: 'read', limits: { fileBytes: 0 } },
  sync: { what: 'sync writes copied files to the disk', rights: 'own', limits: {} },
  limit: { what: 'prlimit limits the memory of an image process', rights: 'own', limits: {} },
  host: { what: 'boxwood-host runs operations that need root', rights: 'own', limits: {} },
  pictures: { what: 'a module that resizes pictures', rights: 'own', limits: {} },
  faces: { what: 'a module that detects faces', rights: 'own', limits: {} },
  texts: { what: 'a module that recognises text in pictures', rights: 'own', limits: {} },
  names: { what: 'a module that maintains the name index', rights: 'own', limits: {} },
  backup: { what: 'a module that backs up the databases', rights: 'own', limits: {} },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;
