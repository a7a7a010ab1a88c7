/**
 * Requests from the box to `boxwood-host`; the responses are in `host-responses.ts`. One request per connection: a line
 * of JSON each way. Both sides decode with these codecs, and requests are closed: an undeclared field is refused.
 */
import type { AnyCodec, Codec, TypeOf } from '@boxwood/command-bus/codecs';
import {
  either,
  flag,
  intBetween,
  json,
  list,
  matching,
  oneOf,
  refine,
  struct,
  text,
  where,
} from '@boxwood/command-bus/codecs';
import { isPlaceName, isVolumeName } from './disks/folder-names.ts';
import { planHash } from './host-responses.ts';

export { isStickType } from './disks/stick-filesystems.ts';
export {
  OperationStep,
  OperationPlan,
  REFUSAL_REASONS,
  PARTITION_USES,
  RESPONSE_CODECS,
  type HostRefusalReason,
  type RefusedResponse,
  type OffersResponse,
  type HostPartition,
  type HostDisk,
  type HostArray,
  type HostDiskList,
  type DiskHealthReport,
  type HostResponse,
} from './host-responses.ts';

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
      struct({ ask: oneOf(['act']), verb, params: json, by: OperationActor, plan: planHash }, {}),
    ),
  ),
);
export type HostRequest = TypeOf<typeof HostRequest>;
