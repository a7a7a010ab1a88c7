import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  intBetween,
  list,
  matching,
  num,
  oneOf,
  shortList,
  str,
  struct,
  text,
  where,
  wirePath,
  essential,
} from '@boxwood/command-bus/codecs';
import { EntryId, Keyword } from '../limits.ts';

/** Models with containers (CONTAINER-12); an N3 needs version 1.0.19, older ones refuse with 6. */
export const CONTAINER_MODELS = ['N3', 'G2'] as const;
/** Space for containers unless somebody chooses (PLUGIN-31): 10 GB in bytes. */
export const DEFAULT_CONTAINER_SPACE = 10 * 1024 ** 3;

/**
 * The engine as a whole: `engine` is `none`, `installing`, `installed`, `running` or `stopped`; `space` and `used` in bytes;
 * `terminal` is `none`, `installing` or `installed`; `root` the folder on the box.
 */
export const EngineStatus = struct(
  { engine: str, version: str, space: bytes, used: bytes, terminal: str, root: str },
  {},
  'EngineStatus',
);
export type EngineStatus = TypeOf<typeof EngineStatus>;

/** A container that comes with the box; `state` is `initializing`, `extracting`, `installing`, `installed`, `failed` or `uninstalling`. */
export const BuiltinContainer = struct(
  { key: essential(str), name: str, state: str, progress: int, version: str },
  {},
  'BuiltinContainer',
);
export type BuiltinContainer = TypeOf<typeof BuiltinContainer>;

/** A folder of the box inside a container; `mode` is `ro` or `rw`. */
export const ContainerPath = struct({ local: str, mount: str, mode: str }, {}, 'ContainerPath');
/** Ports, alone or as ranges of equal length. */
export const ContainerPort = struct(
  { container: int, host: int, protocol: str },
  { containerEnd: int, hostEnd: int },
  'ContainerPort',
);
export const ContainerVariable = struct({ name: str, value: str }, {}, 'ContainerVariable');

/**
 * A container as listed (CONTAINER-01): `status` is `running`, `stopped` or `paused`, `network` `bridge`, `host` or `none`, `memory`
 * in bytes, `cores` in steps of 0.5, `ctime` in epoch seconds.
 */
export const Container = struct(
  {
    /** Names the container in other calls. */
    id: essential(str),
    /** As it was called. */
    name: str,
    /** Name of its image. */
    image: str,
    /** Tag of its image. */
    version: str,
    /** Processors that it may take, in steps of 0.5. */
    cores: num,
    /** Bytes that it may take. */
    memory: bytes,
    /** 1: it starts with the box. */
    autostart: flag,
    /** 1: it may do what the machine may. */
    privileged: flag,
    /** Folders of the box in it. */
    paths: list(ContainerPath),
    /** `bridge`, `host` or `none`. */
    network: str,
    /** Which of its ports are reached, and where. */
    ports: list(ContainerPort),
    /** Variables of its environment. */
    env: list(ContainerVariable),
    /** What it runs; empty: what the image says. */
    entrypoint: str,
    /** Arguments of that; empty: what the image says. */
    cmd: str,
    /** `running`, `stopped` or `paused`. */
    status: str,
    /** Made, epoch seconds. */
    ctime: epochSeconds,
    /** Its address; empty while it has none. */
    ip: str,
  },
  {},
  'Container',
);
export type Container = TypeOf<typeof Container>;

const Port = intBetween(1, 65_535);
const lengthOf = (first: number, last: number | undefined) => (last ?? first) - first;

/** A mapping within the rules of CONTAINER-19: ranges go upwards and are equally long. */
const PortChange = where(
  'port mapping with equal upward ranges',
  struct({ container: Port, host: Port, protocol: oneOf(['tcp', 'udp']) }, { containerEnd: Port, hostEnd: Port }),
  (port) =>
    lengthOf(port.container, port.containerEnd) >= 0 &&
    lengthOf(port.container, port.containerEnd) === lengthOf(port.host, port.hostEnd),
);

/** Letters, digits, dot, underscore, hyphen (CONTAINER-13). */
export const ContainerName = matching('container name', /^[A-Za-z0-9._-]{1,64}$/);
export const ImageName = matching('image name', /^[a-z0-9][a-z0-9._/:-]{0,254}$/);
export const ImageTag = matching('image tag', /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/);

/** Network modes (CONTAINER-02). */
export const NetworkMode = oneOf(['bridge', 'host', 'none']);

const fields = {
  name: ContainerName,
  image: ImageName,
  version: ImageTag,
  cores: where('cores in steps of 0.5', num, (cores) => cores > 0 && cores <= 256 && Number.isInteger(cores * 2)),
  memory: intBetween(1, Number.MAX_SAFE_INTEGER),
  autostart: flag,
  privileged: flag,
  paths: shortList(struct({ local: wirePath, mount: wirePath, mode: oneOf(['ro', 'rw']) }), 0, 64),
  network: NetworkMode,
  ports: shortList(PortChange, 0, 256),
  env: shortList(struct({ name: text(1, 255), value: text(1, 32_768) }), 0, 256),
  entrypoint: text(0, 4096),
  cmd: text(0, 4096),
};

/** A container to be made. */
export const NewContainer = struct(fields, {}, 'NewContainer');
export type NewContainer = TypeOf<typeof NewContainer>;
/** A container to be changed; `privileged` and host network can be switched on and never off (CONTAINER-09). */
export const ContainerChange = struct({ id: EntryId, ...fields }, {}, 'ContainerChange');
export type ContainerChange = TypeOf<typeof ContainerChange>;

/** A process inside a container: `cpu` in percent, `mem` in bytes. */
export const ContainerProcess = struct({ pid: int, user: str, cmd: str, cpu: num, mem: num }, {}, 'ContainerProcess');
export type ContainerProcess = TypeOf<typeof ContainerProcess>;
/** A line that a container wrote, and when (epoch seconds). */
export const LogLine = struct({ time: epochSeconds, text: str }, {}, 'LogLine');
export type LogLine = TypeOf<typeof LogLine>;

/** An image (CONTAINER-03): `size` in bytes, `count` containers use it, `ctime` in epoch seconds. */
export const ContainerImage = struct(
  { id: essential(str), name: str, tag: str, size: bytes, count: bytes, source: str, ctime: epochSeconds },
  {},
  'ContainerImage',
);
export type ContainerImage = TypeOf<typeof ContainerImage>;
/** An image that a registry offers. */
export const FoundImage = struct(
  { name: essential(str), description: str, stars: int, official: flag },
  {},
  'FoundImage',
);
export type FoundImage = TypeOf<typeof FoundImage>;

/** A .tar file (CONTAINER-17). */
export const TarPath = where('path of a .tar file', wirePath, (path) => /\.tar$/i.test(path));

/** 1 to 5 addresses, their order matters (CONTAINER-04). */
export const RegistryAddresses = shortList(matching('address without spaces', /^\S{1,255}$/), 1, 5);

/** One regular expression (RE2) at a time (CONTAINER-18). */
export const LogSearch = Keyword;
