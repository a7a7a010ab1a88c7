/**
 * Responses of `boxwood-host` to the box: plans, lists of disks and arrays, health reports and refusals, as codecs that
 * both sides read.
 */
import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  either,
  flag,
  int,
  list,
  mapOf,
  matching,
  num,
  oneOf,
  str,
  struct,
  text,
} from '@boxwood/command-bus/codecs';

/** Hash of an operation plan: SHA-256 in lower-case hexadecimal. */
export const planHash = matching('SHA-256', /^[0-9a-f]{64}$/);

/**
 * A program to run without a shell, or `write`, which writes its second argument to the kernel file named by its first.
 * An operation consists of its steps in order.
 */
export const OperationStep = struct({ program: text(1, 4096), args: list(text(0, 4096), 64) }, {}, 'Step');
export type OperationStep = TypeOf<typeof OperationStep>;

/**
 * What an operation would do: `words` for a log and a terminal, `steps` exactly as they run, and the `facts` about the
 * machine that it relies on. `hash` covers all of it: when they differ later, the plan is stale.
 */
export const OperationPlan = struct(
  { hash: planHash, words: text(1, 4096), steps: list(OperationStep, 16), facts: mapOf(text(0, 4096)) },
  {},
  'Plan',
);
export type OperationPlan = TypeOf<typeof OperationPlan>;

/**
 * Why nothing was done, or only part of it:
 * - `unreadable`: not a declared request;
 * - `lacking`: this machine has no `detail`;
 * - `barred`: the target is missing, ambiguous or in use: `detail` says which;
 * - `stale`: the plan no longer matches the machine, request another;
 * - `busy`: a running operation excludes this one, or there were too many;
 * - `unlogged`: the operation could not be recorded, so it did not start;
 * - `failed`: a step failed; `detail` is its program and error output.
 */
export const REFUSAL_REASONS = ['unreadable', 'lacking', 'barred', 'stale', 'busy', 'unlogged', 'failed'] as const;
export type HostRefusalReason = (typeof REFUSAL_REASONS)[number];

const RefusedResponse = struct({ answer: oneOf(['refused']), why: oneOf(REFUSAL_REASONS), detail: text(0, 4096) });
export type RefusedResponse = TypeOf<typeof RefusedResponse>;
/** The programs that each verb lacks on this machine; empty when it is available. */
const OffersResponse = struct({ answer: oneOf(['offers']), version: int, lacking: mapOf(list(text(1, 256), 16)) });
export type OffersResponse = TypeOf<typeof OffersResponse>;
/**
 * What a partition is used for: `place`, mounted in `extdev`; `system`, mounted elsewhere, swap, or the disk of the
 * box; `member`, part of an array or another volume; `free`, unused.
 */
export const PARTITION_USES = ['system', 'member', 'place', 'free'] as const;
/**
 * A partition, or a disk that holds a file system as a whole (`number` 0). `place` is its folder in `extdev`. Sizes in
 * bytes.
 */
const HostPartition = struct({
  name: str,
  number: int,
  size: bytes,
  type: str,
  uuid: str,
  label: str,
  use: oneOf(PARTITION_USES),
  place: str,
  /** 1: another block device currently uses it. */
  held: flag,
});
export type HostPartition = TypeOf<typeof HostPartition>;
/** A disk as the kernel reports it; `unplugs` for a removable disk, `rotates` for a hard disk. */
const HostDisk = struct({
  name: str,
  serial: str,
  model: str,
  bus: str,
  size: bytes,
  unplugs: flag,
  rotates: flag,
  parts: list(HostPartition, 256),
});
export type HostDisk = TypeOf<typeof HostDisk>;
/** A device of an array; `left` when its metadata names the array but the kernel does not use it. */
const HostArrayMember = struct({
  name: str,
  serial: str,
  size: bytes,
  state: oneOf(['active', 'spare', 'faulty', 'syncing', 'left']),
});
/**
 * An array, or a btrfs mirror (level `btrfs`, named by its mounted device). `name` is empty while it does not run.
 * `disks` is the intended number of members, `degraded` the missing ones; `action` is the kernel's current work
 * (`idle`, `resync`, `recover`, `check`), `progress` its percentage, `speed` in bytes per second; `checked` and
 * `mismatches`: time (epoch seconds) and result of the last btrfs check. Its own disk in the list has its `uuid` as
 * serial number.
 */
const HostArray = struct(
  {
    name: str,
    uuid: str,
    level: str,
    size: bytes,
    runs: flag,
    disks: int,
    degraded: int,
    action: str,
    progress: num,
    speed: bytes,
    members: list(HostArrayMember, 64),
  },
  { checked: num, mismatches: num },
);
export type HostArray = TypeOf<typeof HostArray>;
/** All disks, all arrays, and the folders in `extdev` whose disk was pulled. */
const HostDiskList = struct({
  answer: oneOf(['disks']),
  disks: list(HostDisk, 128),
  arrays: list(HostArray, 64),
  gone: list(str, 256),
});
export type HostDiskList = TypeOf<typeof HostDiskList>;
/** One health attribute and its threshold; `ok` 0 when the value is not above it. */
const HealthAttributeCodec = struct({
  id: int,
  name: str,
  value: num,
  worst: num,
  thresh: num,
  raw: str,
  ok: flag,
});
/**
 * What a disk reports about itself: degrees Celsius, hours, rpm; 0 when unknown. `short` and `long`: duration of the
 * self-test in minutes, 0 when unsupported.
 */
const DiskHealthReport = struct({
  answer: oneOf(['health']),
  health: oneOf(['PASSED', 'FAILED', 'UNKNOWN']),
  firmware: str,
  rotation: num,
  temp: int,
  hours: num,
  attrs: list(HealthAttributeCodec, 256),
  running: flag,
  progress: num,
  short: num,
  long: num,
  tests: list(struct({ type: str, result: str, hours: num }), 128),
});
export type DiskHealthReport = TypeOf<typeof DiskHealthReport>;
const DoneResponse = struct({ answer: oneOf(['done']) });
const PlanResponse = struct({ answer: oneOf(['plan']), plan: OperationPlan });
export type HostResponse =
  | OffersResponse
  | HostDiskList
  | DiskHealthReport
  | TypeOf<typeof PlanResponse>
  | TypeOf<typeof DoneResponse>
  | RefusedResponse;

/** The response codec for each request. */
export const RESPONSE_CODECS = {
  offers: either(OffersResponse, RefusedResponse),
  disks: either(HostDiskList, RefusedResponse),
  health: either(DiskHealthReport, RefusedResponse),
  plan: either(PlanResponse, RefusedResponse),
  act: either(DoneResponse, RefusedResponse),
} as const;
