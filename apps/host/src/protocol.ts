/**
 * Requests from the box to `boxwood-host`, and the responses. One request per connection: a line of JSON each way. Both
 * sides decode with these codecs, and requests are closed: an undeclared field is refused.
 */
import type { AnyCodec, Codec, TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  either,
  flag,
  int,
  intBetween,
  json,
  list,
  mapOf,
  matching,
  num,
  oneOf,
  refine,
  str,
  struct,
  text,
  where,
} from '@boxwood/command-bus/codecs';
import { isPlaceName, isVolumeName } from './disks/folder-names.ts';

export { isStickType } from './disks/stick-filesystems.ts';

/** Limit of a request, in bytes, including its newline. */
export const MAX_REQUEST_BYTES = 4096;
/** Limit of a response, in bytes. */
export const MAX_RESPONSE_BYTES = 64 * 1024;
/** Timeout for a request and for a plan, in ms. */
export const PLAN_TIMEOUT_MS = 10_000;
/** Additional time for listing the disks, in ms: one of them may have to spin up first. */
export const DISK_PROBE_TIMEOUT_MS = 20_000;
/** Timeout for reading the health of a disk, in ms: it may have to spin up first. */
export const HEALTH_TIMEOUT_MS = 20_000;

/** Version of this protocol; both sides must have the same. */
export const HOST_VERSION = 1;

const digest = matching('SHA-256', /^[0-9a-f]{64}$/);

/** Allows no other fields than those listed. */
const closedStruct = <A extends object>(fields: readonly (keyof A & string)[], codec: Codec<A>): Codec<A> => {
  const known: ReadonlySet<string> = new Set(fields);
  return where('nothing else', codec, (value) => Object.keys(value).every((key) => known.has(key)));
};

/**
 * A time zone name of the IANA database that this runtime knows. It starts with a letter, so that no program parses it
 * as an option or a path.
 */
const zoneName = refine('zone', (u): u is string => {
  if (typeof u !== 'string' || u.length > 64 || !/^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*){0,2}$/.test(u)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: u }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
});

/** From 2000 to the end of 2099: outside of it certificates, tokens and backups break. */
const clockTime = intBetween(946_684_800, 4_102_444_799);

const PowerParams = closedStruct(['action'], struct({ action: oneOf(['reboot', 'powerOff']) }, {}));
/** `ntp` 1: the clock follows the network. Setting a time turns that off. */
const DateParams = where(
  'something to set, and no time against the network',
  closedStruct(['time', 'zone', 'ntp'], struct({}, { time: clockTime, zone: zoneName, ntp: oneOf([0, 1]) })),
  ({ time, zone, ntp }) =>
    (time !== undefined || zone !== undefined || ntp !== undefined) && !(time !== undefined && ntp === 1),
);

/**
 * Identifies a partition independently of its current name: the serial number of its disk, its partition number (0: the
 * whole disk holds the file system) and the UUID of its file system.
 */
export const PartitionId = struct(
  { serial: text(0, 128), number: intBetween(0, 256), uuid: matching('UUID', /^[0-9A-Za-z-]{1,64}$/) },
  {},
  'PartId',
);
export type PartitionId = TypeOf<typeof PartitionId>;
/** A folder name in `extdev`, as {@link createPlaceName} creates it. */
const placeNameCodec = refine('place', (u): u is string => typeof u === 'string' && isPlaceName(u));
const MountParams = closedStruct(['serial', 'number', 'uuid'], PartitionId);
/** The current kernel name of a disk. */
const diskName = matching('disk', /^[a-z][a-z0-9]{0,31}$/);
const SelfTestParams = closedStruct(
  ['name', 'serial', 'kind'],
  struct({ name: diskName, serial: text(0, 128), kind: oneOf(['short', 'long']) }, {}),
);
/** A whole disk, identified by its serial number; a disk without one is never formatted. */
const diskLabel = matching('label', /^[A-Za-z0-9][\w-]{0,15}$/);
const FormatParams = closedStruct(['serial', 'label'], struct({ serial: text(1, 128), label: diskLabel }, {}));
/** `gb`: size of the file system, in units of 1024³ bytes. */
const PrimaryParams = closedStruct(
  ['serial', 'label', 'gb'],
  struct({ serial: text(1, 128), label: diskLabel, gb: intBetween(1, 1_000_000) }, {}),
);
/** The UUID of an array, as its members store it. */
const arrayId = matching('UUID', /^[0-9a-f]{8}(?:-[0-9a-f]{4,12}){1,4}$/);
const CreateArrayParams = closedStruct(
  ['level', 'members', 'label'],
  struct(
    { level: oneOf(['0', '1', '5', '6', '10', 'linear', 'btrfs']), members: list(text(1, 128), 16), label: diskLabel },
    {},
  ),
);
const ArrayParams = closedStruct(['uuid'], struct({ uuid: arrayId }, {}));
/** `readonly` 1: nothing is written to the members, not even the assembly. */
const StartArrayParams = closedStruct(['uuid', 'readonly'], struct({ uuid: arrayId }, { readonly: flag }));
const AddMemberParams = closedStruct(['uuid', 'serial'], struct({ uuid: arrayId, serial: text(1, 128) }, {}));
const RemoveMemberParams = closedStruct(['uuid', 'name'], struct({ uuid: arrayId, name: diskName }, {}));
/** Folder of the box for a volume other than the first. */
const volumeName = refine('volume', (u): u is string => typeof u === 'string' && isVolumeName(u));
const MountVolumeParams = closedStruct(
  ['serial', 'number', 'uuid', 'volume'],
  struct(
    { serial: text(1, 128), number: intBetween(0, 256), uuid: matching('UUID', /^[0-9A-Za-z-]{1,64}$/) },
    { volume: volumeName },
  ),
);
const UnmountVolumeParams = closedStruct(['volume'], struct({ volume: volumeName }, {}));
const UnmountParams = closedStruct(['place'], struct({ place: placeNameCodec }, {}));
/** A folder name in `netdev`: no path, nothing hidden. */
const netName = matching('network place', /^[A-Za-z0-9\p{Script=Han}_-]{1,64}$/u);
/** One line that no configuration file parses as anything else. */
const plainLine = (maxLength: number) =>
  refine('a line', (u): u is string => typeof u === 'string' && u.length <= maxLength && /^[^\p{Cc}"'`\\]*$/u.test(u));
/**
 * Network storage: `share` is the part of the server to mount, `path` the root of WebDAV. Without a password the stored
 * one is used; it is sent only to the server it was given for.
 */
const MountNetParams = closedStruct(
  ['name', 'kind', 'addr', 'port', 'user', 'share', 'path', 'protocol', 'password'],
  struct(
    {
      name: netName,
      kind: oneOf(['smb', 'nfs', 'webdav', 'ftp']),
      addr: matching('address', /^[\p{L}\p{N}:][\p{L}\p{N}.:_-]{0,254}$/u),
      port: intBetween(1, 65_535),
      user: plainLine(255),
      share: plainLine(1024),
    },
    { path: plainLine(1024), protocol: oneOf(['http', 'https']), password: text(0, 1024) },
  ),
);
/**
 * `gone` 1: the server or its process is unreachable, so unmount without waiting for it. `forget` 1: delete the stored
 * password.
 */
const UnmountNetParams = closedStruct(
  ['name', 'gone', 'forget'],
  struct({ name: netName, gone: flag, forget: flag }, {}),
);

const NetworkParams = closedStruct([], struct({}, {}));

/** Turns a fan or a light on or off. */
const SwitchParams = closedStruct(['on'], struct({ on: flag }, {}));

interface VerbSpec {
  readonly params: AnyCodec;
  /** Time limit of one step, in ms. */
  readonly stepMs: number;
  /** Additional time for a plan beyond {@link PLAN_TIMEOUT_MS}, in ms. */
  readonly extraPlanMs?: number;
  /** Which operations must not run at the same time: those of the same verb, or any. */
  readonly excludes: 'verb' | 'machine';
}
const defineVerb = <const S extends VerbSpec>(spec: S): Readonly<S> => Object.freeze(spec);

/** All verbs. A verb without a planner in the helper does not compile. */
export const VERBS = {
  /** Restarts the machine or powers it off. */
  power: defineVerb({ params: PowerParams, stepMs: 15_000, excludes: 'machine' }),
  /** Sets the clock, the time zone, and whether the clock follows the network. */
  date: defineVerb({ params: DateParams, stepMs: 15_000, excludes: 'verb' }),
  /** Restarts the network services, and nothing else. */
  network: defineVerb({ params: NetworkParams, stepMs: 90_000, excludes: 'verb' }),
  /** Starts or stops the fans; they never stop while it is hot. */
  fan: defineVerb({ params: SwitchParams, stepMs: 1000, excludes: 'verb' }),
  /** Switches the status light. */
  led: defineVerb({ params: SwitchParams, stepMs: 1000, excludes: 'verb' }),
  /** Mounts a file system of a removable disk in its own folder in the box's `extdev`. */
  mount: defineVerb({ params: MountParams, stepMs: 20_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** Mounts the content of an array in such a folder read-only, without writing to its members. */
  adoptArray: defineVerb({ params: ArrayParams, stepMs: 20_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** Unmounts such a folder; after a disk was pulled, removes its remaining mount. */
  unmount: defineVerb({ params: UnmountParams, stepMs: 30_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** Erases an unused disk and creates one ext4 on it. */
  format: defineVerb({ params: FormatParams, stepMs: 300_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** The same for a fixed disk, with a given size that leaves the rest of it free. */
  primary: defineVerb({ params: PrimaryParams, stepMs: 300_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** Starts a self-test of a disk, which changes no data. */
  selfTest: defineVerb({
    params: SelfTestParams,
    stepMs: 20_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS + HEALTH_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Erases unused disks and creates an array with one ext4 on them. */
  createArray: defineVerb({
    params: CreateArrayParams,
    stepMs: 300_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Stops an array on which nothing is mounted. */
  stopArray: defineVerb({ params: ArrayParams, stepMs: 30_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** Assembles an array from its members. */
  startArray: defineVerb({
    params: StartArrayParams,
    stepMs: 30_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Deletes an array on which nothing is mounted, with its content. */
  deleteArray: defineVerb({
    params: ArrayParams,
    stepMs: 30_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Erases an unused disk and adds it to an array. */
  addMember: defineVerb({
    params: AddMemberParams,
    stepMs: 30_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Removes a member that the array does not need. */
  removeMember: defineVerb({
    params: RemoveMemberParams,
    stepMs: 30_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Starts a check of an idle, complete array, which compares its members; no data changes. */
  checkArray: defineVerb({ params: ArrayParams, stepMs: 30_000, extraPlanMs: DISK_PROBE_TIMEOUT_MS, excludes: 'verb' }),
  /** Mounts a file system of a fixed disk as a volume of the box: `usb2` and so on. */
  mountVolume: defineVerb({
    params: MountVolumeParams,
    stepMs: 20_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Unmounts such a volume; its content stays. */
  unmountVolume: defineVerb({
    params: UnmountVolumeParams,
    stepMs: 30_000,
    extraPlanMs: DISK_PROBE_TIMEOUT_MS,
    excludes: 'verb',
  }),
  /** Tests network storage and mounts it in its own folder in the box's `netdev`. */
  mountNet: defineVerb({ params: MountNetParams, stepMs: 20_000, excludes: 'verb' }),
  /** Unmounts it; its content stays. */
  unmountNet: defineVerb({ params: UnmountNetParams, stepMs: 20_000, excludes: 'verb' }),
} as const satisfies Readonly<Record<string, VerbSpec>>;
export type Verb = keyof typeof VERBS;
const VERB_NAMES = [
  ...(['power', 'date', 'mount', 'unmount', 'format', 'primary', 'selfTest', 'fan', 'led', 'network'] as const),
  ...(['createArray', 'stopArray', 'startArray', 'deleteArray', 'addMember', 'removeMember'] as const),
  ...(['checkArray', 'adoptArray'] as const),
  ...(['mountVolume', 'unmountVolume', 'mountNet', 'unmountNet'] as const),
] as const satisfies readonly Verb[];
export type OperationParams<V extends Verb> = TypeOf<(typeof VERBS)[V]['params']>;

/**
 * User and address for which the box makes the request, for the log. The helper trusts the box, which alone can
 * connect.
 */
const OperationActor = closedStruct(['user', 'from'], struct({ user: text(0, 128), from: text(0, 128) }, {}));
export type OperationActor = TypeOf<typeof OperationActor>;

const verb = oneOf(VERB_NAMES);
/** A request. `params` are decoded by the codec of the verb. */
export const HostRequest = either(
  either(
    closedStruct(['ask'], struct({ ask: oneOf(['offers', 'disks']) }, {})),
    closedStruct(['ask', 'name'], struct({ ask: oneOf(['health']), name: diskName }, {})),
  ),
  either(
    closedStruct(
      ['ask', 'verb', 'params', 'by'],
      struct({ ask: oneOf(['plan']), verb, params: json, by: OperationActor }, {}),
    ),
    closedStruct(
      ['ask', 'verb', 'params', 'by', 'plan'],
      struct({ ask: oneOf(['act']), verb, params: json, by: OperationActor, plan: digest }, {}),
    ),
  ),
);
export type HostRequest = TypeOf<typeof HostRequest>;

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
  { hash: digest, words: text(1, 4096), steps: list(OperationStep, 16), facts: mapOf(text(0, 4096)) },
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
