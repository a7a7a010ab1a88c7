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
  {
    /** `none`, `installing`, `installed`, `running` or `stopped`. */
    engine: str,
    /** Of the engine; empty while there is none. */
    version: str,
    /** Bytes for images and containers. */
    space: bytes,
    /** Bytes of those that are taken. */
    used: bytes,
    /** `none`, `installing` or `installed`. */
    terminal: str,
    /** The folder of the box that it keeps everything in. */
    root: str,
  },
  {},
  'EngineStatus',
);
export type EngineStatus = TypeOf<typeof EngineStatus>;

/** A container that comes with the box; `state` is `initializing`, `extracting`, `installing`, `installed`, `failed` or `uninstalling`. */
export const BuiltinContainer = struct(
  {
    /** Names it in other calls. */
    key: essential(str),
    /** As people call it. */
    name: str,
    /** `initializing`, `extracting`, `installing`, `installed`, `failed` or `uninstalling`. */
    state: str,
    /** Percent of what it is doing. */
    progress: int,
    /** The one that comes with the box. */
    version: str,
  },
  {},
  'BuiltinContainer',
);
export type BuiltinContainer = TypeOf<typeof BuiltinContainer>;

/** A folder of the box inside a container; `mode` is `ro` or `rw`. */
export const ContainerPath = struct(
  {
    /** The folder of the box. */
    local: str,
    /** Where the container has it. */
    mount: str,
    /** `ro` to read, `rw` to write as well. */
    mode: str,
  },
  {},
  'ContainerPath',
);
/** Ports, alone or as ranges of equal length. */
export const ContainerPort = struct(
  {
    /** Inside; of a range the first. */
    container: int,
    /** On the box; of a range the first. */
    host: int,
    /** `tcp` or `udp`. */
    protocol: str,
  },
  {
    /** The last one inside, of a range. */
    containerEnd: int,
    /** The last one on the box, of a range. */
    hostEnd: int,
  },
  'ContainerPort',
);
export const ContainerVariable = struct(
  {
    /** As the program reads it. */
    name: str,
    /** Its text. */
    value: str,
  },
  {},
  'ContainerVariable',
);

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
  struct(
    {
      /** Inside; of a range the first. */
      container: Port,
      /** On the box; of a range the first. */
      host: Port,
      /** `tcp` or `udp`. */
      protocol: oneOf(['tcp', 'udp']),
    },
    {
      /** The last one inside, of a range. */
      containerEnd: Port,
      /** The last one on the box, of a range of the same length. */
      hostEnd: Port,
    },
  ),
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
  /** Name of its image, which is on the box already. */
  image: ImageName,
  /** Tag of its image. */
  version: ImageTag,
  /** Processors that it may take, in steps of 0.5. */
  cores: where('cores in steps of 0.5', num, (cores) => cores > 0 && cores <= 256 && Number.isInteger(cores * 2)),
  /** Bytes that it may take. */
  memory: intBetween(1, Number.MAX_SAFE_INTEGER),
  /** 1: it starts with the box. */
  autostart: flag,
  /** 1: it may do what the machine may; never taken back. */
  privileged: flag,
  /** Folders of the box that it sees, at most 64. */
  paths: shortList(
    struct({
      local: wirePath,
      mount: wirePath,
      /** `ro` to read, `rw` to write as well. */
      mode: oneOf(['ro', 'rw']),
    }),
    0,
    64,
  ),
  network: NetworkMode,
  /** Which of its ports are reached, and where; at most 256. */
  ports: shortList(PortChange, 0, 256),
  /** Variables of its environment, at most 256. */
  env: shortList(
    struct({
      /** As the program reads it. */
      name: text(1, 255),
      /** Its text. */
      value: text(1, 32_768),
    }),
    0,
    256,
  ),
  /** What it runs; empty: what the image says. */
  entrypoint: text(0, 4096),
  /** Arguments of that; empty: what the image says. */
  cmd: text(0, 4096),
};

/** A container to be made. */
export const NewContainer = struct(fields, {}, 'NewContainer');
export type NewContainer = TypeOf<typeof NewContainer>;
/** A container to be changed; `privileged` and host network can be switched on and never off (CONTAINER-09). */
export const ContainerChange = struct({ id: EntryId, ...fields }, {}, 'ContainerChange');
export type ContainerChange = TypeOf<typeof ContainerChange>;

/** A process inside a container: `cpu` in percent, `mem` in bytes. */
export const ContainerProcess = struct(
  {
    /** Its number inside. */
    pid: int,
    /** Who runs it inside. */
    user: str,
    /** With its arguments. */
    cmd: str,
    /** Percent of a processor. */
    cpu: num,
    /** Bytes. */
    mem: num,
  },
  {},
  'ContainerProcess',
);
export type ContainerProcess = TypeOf<typeof ContainerProcess>;
/** A line that a container wrote, and when (epoch seconds). */
export const LogLine = struct(
  {
    time: epochSeconds,
    /** Without its end. */
    text: str,
  },
  {},
  'LogLine',
);
export type LogLine = TypeOf<typeof LogLine>;

/** An image (CONTAINER-03): `size` in bytes, `count` containers use it, `ctime` in epoch seconds. */
export const ContainerImage = struct(
  {
    /** Names it in other calls, `sha256:` and digits. */
    id: essential(str),
    /** As a registry calls it. */
    name: str,
    /** Which of its versions. */
    tag: str,
    /** Bytes. */
    size: bytes,
    /** Containers that use it. */
    count: bytes,
    /** Where it came from. */
    source: str,
    ctime: epochSeconds,
  },
  {},
  'ContainerImage',
);
export type ContainerImage = TypeOf<typeof ContainerImage>;
/** An image that a registry offers. */
export const FoundImage = struct(
  {
    /** As `containers.pullImage` takes it. */
    name: essential(str),
    /** What it is, in words of its makers. */
    description: str,
    /** How many people liked it. */
    stars: int,
    /** 1: of the registry's own. */
    official: flag,
  },
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
