/**
 * What the box may ask `boxwood-host` for, and what it answers. One connection is one question: a line of JSON there, a line of JSON back.
 * Both sides read with these codecs, and a question is closed: a field that nobody declared is refused.
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
import { isPlaceName, isVolumeName } from './disks/places.ts';

export { isStickType } from './disks/types.ts';

/** Bytes of a question, its end of line included. */
export const MOST_ASKED = 4096;
/** Bytes of an answer. */
export const MOST_ANSWERED = 64 * 1024;
/** A question has to be there after this time, and so has a plan. */
export const PLAN_MS = 10_000;
/** A machine may need so much longer to say which disks it has: one of them may have to start first. */
export const LOOK_MS = 20_000;
/** So long may a disk take to say how it is: it may have to start first. */
export const HEALTH_MS = 20_000;

/** The version of this protocol; another one is another program. */
export const HOST_VERSION = 1;

const digest = matching('SHA-256', /^[0-9a-f]{64}$/);

/** Nothing beside the fields of a codec. */
const closed = <A extends object>(fields: readonly (keyof A & string)[], codec: Codec<A>): Codec<A> => {
  const known: ReadonlySet<string> = new Set(fields);
  return where('nothing else', codec, (value) => Object.keys(value).every((key) => known.has(key)));
};

/**
 * A name of a zone of the IANA database. It begins with a letter, so that no program takes it for an option or a path, and it is one that
 * this runtime knows.
 */
const zoneName = refine('zone', (u): u is string => {
  if (typeof u !== 'string' || u.length > 64 || !/^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*){0,2}$/.test(u)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: u }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
});

/** From the year 2000 to the end of 2099: outside of it certificates, tokens and backups are lost with the clock. */
const clockTime = intBetween(946_684_800, 4_102_444_799);

const PowerAct = closed(['action'], struct({ action: oneOf(['reboot', 'powerOff']) }, {}));
/** `ntp` 1: the clock follows the network. A time that is set by hand ends that. */
const DateAct = where(
  'something to set, and no time against the network',
  closed(['time', 'zone', 'ntp'], struct({}, { time: clockTime, zone: zoneName, ntp: oneOf([0, 1]) })),
  ({ time, zone, ntp }) =>
    (time !== undefined || zone !== undefined || ntp !== undefined) && !(time !== undefined && ntp === 1),
);

/**
 * A partition, by what it is and not by how it is called today: the serial number of its disk, its number on it (0: the whole disk holds the
 * file system) and the identity of its file system.
 */
export const PartId = struct(
  { serial: text(0, 128), number: intBetween(0, 256), uuid: matching('UUID', /^[0-9A-Za-z-]{1,64}$/) },
  {},
  'PartId',
);
export type PartId = TypeOf<typeof PartId>;
/** A name of a folder in `extdev`, as {@link placeName} makes it. */
const placeText = refine('place', (u): u is string => typeof u === 'string' && isPlaceName(u));
const MountAct = closed(['serial', 'number', 'uuid'], PartId);
/** A disk as the kernel calls it now. */
const diskName = matching('disk', /^[a-z][a-z0-9]{0,31}$/);
const SelfTestAct = closed(
  ['name', 'serial', 'kind'],
  struct({ name: diskName, serial: text(0, 128), kind: oneOf(['short', 'long']) }, {}),
);
/** A whole disk, by its serial number; one that says none is never made anew. */
const diskLabel = matching('label', /^[A-Za-z0-9][\w-]{0,15}$/);
const FormatAct = closed(['serial', 'label'], struct({ serial: text(1, 128), label: diskLabel }, {}));
/** `gb`: how large its file system is made, in units of 1024³ bytes. */
const PrimaryAct = closed(
  ['serial', 'label', 'gb'],
  struct({ serial: text(1, 128), label: diskLabel, gb: intBetween(1, 1_000_000) }, {}),
);
/** The identity of an array, as its members have it. */
const arrayId = matching('UUID', /^[0-9a-f]{8}(?:-[0-9a-f]{4,12}){1,4}$/);
const CreateArrayAct = closed(
  ['level', 'members', 'label'],
  struct(
    { level: oneOf(['0', '1', '5', '6', '10', 'linear', 'btrfs']), members: list(text(1, 128), 16), label: diskLabel },
    {},
  ),
);
const ArrayAct = closed(['uuid'], struct({ uuid: arrayId }, {}));
/** `readonly` 1: nothing is written to its members, not even that it runs. */
const StartArrayAct = closed(['uuid', 'readonly'], struct({ uuid: arrayId }, { readonly: flag }));
const AddMemberAct = closed(['uuid', 'serial'], struct({ uuid: arrayId, serial: text(1, 128) }, {}));
const RemoveMemberAct = closed(['uuid', 'name'], struct({ uuid: arrayId, name: diskName }, {}));
/** A folder of the box that holds a volume beside its first one. */
const volumeName = refine('volume', (u): u is string => typeof u === 'string' && isVolumeName(u));
const MountVolumeAct = closed(
  ['serial', 'number', 'uuid', 'volume'],
  struct(
    { serial: text(1, 128), number: intBetween(0, 256), uuid: matching('UUID', /^[0-9A-Za-z-]{1,64}$/) },
    { volume: volumeName },
  ),
);
const UnmountVolumeAct = closed(['volume'], struct({ volume: volumeName }, {}));
const UnmountAct = closed(['place'], struct({ place: placeText }, {}));
/** A folder of `netdev`; no path, and nothing hidden. */
const netName = matching('network place', /^[A-Za-z0-9\p{Script=Han}_-]{1,64}$/u);
/** One line that no configuration file reads as anything else. */
const plainLine = (most: number) =>
  refine('a line', (u): u is string => typeof u === 'string' && u.length <= most && /^[^\p{Cc}"'`\\]*$/u.test(u));
/**
 * Storage of the network: `share` is what is mounted of the server, `path` where WebDAV begins there. Without a password the kept one is used, and it is
 * given to nobody but the server it was said for.
 */
const MountNetAct = closed(
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
/** `gone` 1: its server or what serves it does not answer any more, so nobody is asked to let go of it. `forget` 1: its password is not kept. */
const UnmountNetAct = closed(['name', 'gone', 'forget'], struct({ name: netName, gone: flag, forget: flag }, {}));

const NetworkAct = closed([], struct({}, {}));

/** A fan that runs, or stands still; a light that is on, or off. */
const SwitchAct = closed(['on'], struct({ on: flag }, {}));

interface VerbSpec {
  readonly params: AnyCodec;
  /** The longest that one step of the act may take. */
  readonly stepMs: number;
  /** How much longer than {@link PLAN_MS} a plan may take. */
  readonly lookMs?: number;
  /** Which acts cannot run beside it: those of the same verb, or any. */
  readonly alone: 'verb' | 'machine';
}
const defineVerb = <const S extends VerbSpec>(spec: S): Readonly<S> => Object.freeze(spec);

/** Every verb there is. One that the helper has no planner for does not compile. */
export const VERBS = {
  /** Restarts the machine or switches it off. */
  power: defineVerb({ params: PowerAct, stepMs: 15_000, alone: 'machine' }),
  /** Sets the clock, its zone, and whether it follows the network. */
  date: defineVerb({ params: DateAct, stepMs: 15_000, alone: 'verb' }),
  /** Restarts what keeps the machine on its network, and nothing else. */
  network: defineVerb({ params: NetworkAct, stepMs: 90_000, alone: 'verb' }),
  /** Lets the fans of the machine run, or stand still: they never do while it is hot. */
  fan: defineVerb({ params: SwitchAct, stepMs: 1000, alone: 'verb' }),
  /** Switches its status light. */
  led: defineVerb({ params: SwitchAct, stepMs: 1000, alone: 'verb' }),
  /** Mounts a file system of a disk that can be unplugged at a place of its own in the box's `extdev`. */
  mount: defineVerb({ params: MountAct, stepMs: 20_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Mounts what is on an array at such a place, so that nothing is written to its members. */
  adoptArray: defineVerb({ params: ArrayAct, stepMs: 20_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Takes what is mounted at such a place away again; of a disk that was pulled, what is left of it. */
  unmount: defineVerb({ params: UnmountAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Erases a disk that is used for nothing, and makes one ext4 of it. */
  format: defineVerb({ params: FormatAct, stepMs: 300_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** The same of a disk that stays in the machine, with so much room and not all that there is. */
  primary: defineVerb({ params: PrimaryAct, stepMs: 300_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Lets a disk test itself, which changes nothing on it. */
  selfTest: defineVerb({ params: SelfTestAct, stepMs: 20_000, lookMs: LOOK_MS + HEALTH_MS, alone: 'verb' }),
  /** Erases disks that are used for nothing, and makes an array with one ext4 of them. */
  createArray: defineVerb({ params: CreateArrayAct, stepMs: 300_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Lets go of an array of which nothing is mounted. */
  stopArray: defineVerb({ params: ArrayAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Makes an array of its members again. */
  startArray: defineVerb({ params: StartArrayAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Ends an array of which nothing is mounted, with what is on it. */
  deleteArray: defineVerb({ params: ArrayAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Erases a disk that is used for nothing, and puts it into an array. */
  addMember: defineVerb({ params: AddMemberAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Takes a member out of an array that does not need it. */
  removeMember: defineVerb({ params: RemoveMemberAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Has an array that is whole and idle compare what its members hold; nothing on it changes. */
  checkArray: defineVerb({ params: ArrayAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Mounts a file system of a disk that stays in the machine as a volume of the box, `usb2` and so on. */
  mountVolume: defineVerb({ params: MountVolumeAct, stepMs: 20_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Takes such a volume away again; what is on it stays. */
  unmountVolume: defineVerb({ params: UnmountVolumeAct, stepMs: 30_000, lookMs: LOOK_MS, alone: 'verb' }),
  /** Tries storage of the network, and mounts it at a place of its own in the box's `netdev`. */
  mountNet: defineVerb({ params: MountNetAct, stepMs: 20_000, alone: 'verb' }),
  /** Takes it away again; what is on it stays. */
  unmountNet: defineVerb({ params: UnmountNetAct, stepMs: 20_000, alone: 'verb' }),
} as const satisfies Readonly<Record<string, VerbSpec>>;
export type Verb = keyof typeof VERBS;
const VERB_NAMES = [
  ...(['power', 'date', 'mount', 'unmount', 'format', 'primary', 'selfTest', 'fan', 'led', 'network'] as const),
  ...(['createArray', 'stopArray', 'startArray', 'deleteArray', 'addMember', 'removeMember'] as const),
  ...(['checkArray', 'adoptArray'] as const),
  ...(['mountVolume', 'unmountVolume', 'mountNet', 'unmountNet'] as const),
] as const satisfies readonly Verb[];
export type ActOf<V extends Verb> = TypeOf<(typeof VERBS)[V]['params']>;

/** For whom the box asks: user and address as the box knows them, for the log. The helper believes the box, and nobody else can ask. */
const By = closed(['user', 'from'], struct({ user: text(0, 128), from: text(0, 128) }, {}));
export type By = TypeOf<typeof By>;

const verb = oneOf(VERB_NAMES);
/** A question. `params` are read by the codec of the verb. */
export const Ask = either(
  either(
    closed(['ask'], struct({ ask: oneOf(['offers', 'disks']) }, {})),
    closed(['ask', 'name'], struct({ ask: oneOf(['health']), name: diskName }, {})),
  ),
  either(
    closed(['ask', 'verb', 'params', 'by'], struct({ ask: oneOf(['plan']), verb, params: json, by: By }, {})),
    closed(
      ['ask', 'verb', 'params', 'by', 'plan'],
      struct({ ask: oneOf(['act']), verb, params: json, by: By, plan: digest }, {}),
    ),
  ),
);
export type Ask = TypeOf<typeof Ask>;

/** One program that an act runs, without a shell, or `write`: its second argument goes into the file of the kernel that its first names. An act is its steps, one after the other, and nothing else. */
export const Step = struct({ program: text(1, 4096), args: list(text(0, 4096), 64) }, {}, 'Step');
export type Step = TypeOf<typeof Step>;

/**
 * What would be done: `words` for a log and a terminal, `steps` to the letter, `facts` about the machine that it stands on. `hash` names all of
 * it: when the act finds anything else, the plan does not hold any more.
 */
export const Plan = struct(
  { hash: digest, words: text(1, 4096), steps: list(Step, 16), facts: mapOf(text(0, 4096)) },
  {},
  'Plan',
);
export type Plan = TypeOf<typeof Plan>;

/**
 * Why nothing was done, or not all of it:
 * - `unreadable`: no question that is declared here;
 * - `lacking`: this machine has no `detail`;
 * - `barred`: what was asked for is not there, is not the only one, or is in use: `detail` says which;
 * - `stale`: the plan does not hold any more, ask for another;
 * - `busy`: another act is running that excludes this one, or there were too many;
 * - `unlogged`: the act could not be written down, so it was not begun;
 * - `failed`: a step failed; `detail` is its program and what it said.
 */
export const WHYS = ['unreadable', 'lacking', 'barred', 'stale', 'busy', 'unlogged', 'failed'] as const;
export type Why = (typeof WHYS)[number];

const Refused = struct({ answer: oneOf(['refused']), why: oneOf(WHYS), detail: text(0, 4096) });
export type Refused = TypeOf<typeof Refused>;
/** What every verb lacks on this machine; nothing when it can be done. */
const Offers = struct({ answer: oneOf(['offers']), version: int, lacking: mapOf(list(text(1, 256), 16)) });
export type Offers = TypeOf<typeof Offers>;
/**
 * What a partition is used for: `place`, mounted as a stick of the box; `system`, mounted anywhere else, swapped to, or the disk of the box; `member`,
 * a part of an array or of another volume; `free`, nothing.
 */
export const USES = ['system', 'member', 'place', 'free'] as const;
/** A partition, or a disk that holds a file system as a whole (`number` 0): `place` is its folder in `extdev`. Bytes. */
const Part = struct({
  ...{ name: str, number: int, size: bytes, type: str, uuid: str, label: str, use: oneOf(USES), place: str },
  /** 1: something else is made of it now. */
  held: flag,
});
export type Part = TypeOf<typeof Part>;
/** A disk as the kernel knows it; `unplugs` when it is one that people plug and unplug, `rotates` when it has plates. */
const Disk = struct({
  ...{
    name: str,
    serial: str,
    model: str,
    bus: str,
    size: bytes,
    unplugs: flag,
    rotates: flag,
    parts: list(Part, 256),
  },
});
export type Disk = TypeOf<typeof Disk>;
/** A device of an array; `left` when it says that it belongs to it, and the kernel does not use it. */
const Member = struct({
  ...{ name: str, serial: str, size: bytes, state: oneOf(['active', 'spare', 'faulty', 'syncing', 'left']) },
});
/**
 * An array, or a btrfs that keeps everything twice (level `btrfs`, called by the device that is mounted): `name` is empty when it does not run. `disks` members were meant, `degraded` are lacking; `action` is what the kernel does with it (`idle`,
 * `resync`, `recover`, `check`), `progress` percent of that, `speed` bytes a second; `checked` and `mismatches`: when a btrfs was last checked, in seconds since the epoch, and what that found. Its own disk in the list has its `uuid` for a serial number.
 */
const Array = struct(
  {
    ...{ name: str, uuid: str, level: str, size: bytes, runs: flag, disks: int, degraded: int, action: str },
    ...{ progress: num, speed: bytes, members: list(Member, 64) },
  },
  { checked: num, mismatches: num },
);
export type Array = TypeOf<typeof Array>;
/** Every disk, every array, and the places in `extdev` whose disk was pulled. */
const Disks = struct({
  answer: oneOf(['disks']),
  disks: list(Disk, 128),
  arrays: list(Array, 64),
  gone: list(str, 256),
});
export type Disks = TypeOf<typeof Disks>;
/** One value of a disk beside its threshold; `ok` 0 when it is not above it. */
const Attribute = struct({
  ...{ id: int, name: str, value: num, worst: num, thresh: num, raw: str, ok: flag },
});
/** What a disk says of itself: Celsius, hours, turns a minute; 0 where it says nothing. `short`, `long`: minutes of such a test, 0 when it has none. */
const Health = struct({
  ...{ answer: oneOf(['health']), health: oneOf(['PASSED', 'FAILED', 'UNKNOWN']), firmware: str, rotation: num },
  ...{ temp: int, hours: num, attrs: list(Attribute, 256), running: flag, progress: num, short: num, long: num },
  tests: list(struct({ type: str, result: str, hours: num }), 128),
});
export type Health = TypeOf<typeof Health>;
const Done = struct({ answer: oneOf(['done']) });
const Planned = struct({ answer: oneOf(['plan']), plan: Plan });
export type Answer = Offers | Disks | Health | TypeOf<typeof Planned> | TypeOf<typeof Done> | Refused;

/** How the box reads the answer to each question. */
export const ANSWERS = {
  offers: either(Offers, Refused),
  disks: either(Disks, Refused),
  health: either(Health, Refused),
  plan: either(Planned, Refused),
  act: either(Done, Refused),
} as const;
