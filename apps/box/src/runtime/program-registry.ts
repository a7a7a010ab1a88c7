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
 * `tests/faults/children.test.ts` kills the box while each of them runs, and fails for an entry without a case.
 */
export const PROGRAMS = {
  unpack: { what: '7-Zip reads what strangers packed', rights: 'none', limits: { memoryBytes: ADDRESS_SPACE_BYTES } },
  film: {
    what: 'ffmpeg takes one frame out of a film',
    rights: 'read',
    limits: { memoryBytes: ADDRESS_SPACE_BYTES, fileBytes: 0 },
  },
  mounts: { what: 'findmnt says when something is mounted', rights: 'own', limits: {} },
  disks: { what: 'lsblk says which disks there are', rights: 'own', limits: {} },
  eject: { what: 'umount takes a disk out of use', rights: 'own', limits: {} },
  measure: { what: 'find counts what a large folder holds', rights: 'read', limits: { fileBytes: 0 } },
  sync: { what: 'sync brings what was copied to the disk', rights: 'own', limits: {} },
  limit: { what: 'prlimit bounds the memory of a process for pictures', rights: 'own', limits: {} },
  host: { what: 'boxwood-host does what needs root', rights: 'own', limits: {} },
  pictures: { what: 'a module that shrinks pictures', rights: 'own', limits: {} },
  faces: { what: 'a module that looks for faces', rights: 'own', limits: {} },
  texts: { what: 'a module that reads the text in pictures', rights: 'own', limits: {} },
  names: { what: 'a module that keeps the index of names', rights: 'own', limits: {} },
  backup: { what: 'a module that backs the databases up', rights: 'own', limits: {} },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;
