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
import { EntryId, Keyword } from '../request-limits.ts';

/** Models with containers (CONTAINER-12); an N3 needs version 1.0.19, older ones refuse with 6. */
export const CONTAINER_MODELS = ['N3', 'G2'] as const;
/** Default space for containers (PLUGIN-31): 10 GB, in bytes. */
export const DEFAULT_CONTAINER_SPACE_BYTES = 10 * 1024 ** 3;

/**
 * State of the container engine: `engine` is `none`, `installing`, `installed`, `running` or `stopped`; `space` and
 * `used` in bytes; `terminal` is `none`, `installing` or `installed`; `root` the folder on the box.
 */
export const EngineStatus = struct(
  {
    /** `none`, `installing`, `installed`, `running` or `stopped`. */
    engine: str,
    /** Version of the engine; empty while none is installed. */
    version: str,
    /** Bytes for images and containers. */
    space: bytes,
    /** Bytes in use. */
    used: bytes,
    /** `none`, `installing` or `installed`. */
    terminal: str,
    /** Data folder of the engine on the box. */
    root: str,
  },
  {},
  'EngineStatus',
);
export type EngineStatus = TypeOf<typeof EngineStatus>;

/** A container that comes with the box; `state` is `initializing`, `extracting`, `installing`, `installed`, `failed` or `uninstalling`. */
export const BuiltinContainer = struct(
  {
    /** Id used in other calls. */
    key: essential(str),
    /** Display name. */
    name: str,
    /** `initializing`, `extracting`, `installing`, `installed`, `failed` or `uninstalling`. */
    state: str,
    /** Progress of the current operation in percent. */
    progress: int,
    /** Version that comes with the box. */
    version: str,
  },
  {},
  'BuiltinContainer',
);
export type BuiltinContainer = TypeOf<typeof BuiltinContainer>;

/** A box folder mounted in a container; `mode` is `ro` or `rw`. */
export const ContainerPath = struct(
  {
    /** Folder on the box. */
    local: str,
    /** Mount point in the container. */
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
    /** Port in the container; the first one of a range. */
    container: int,
    /** Port on the box; the first one of a range. */
    host: int,
    /** `tcp` or `udp`. */
    protocol: str,
  },
  {
    /** Last port in the container, of a range. */
    containerEnd: int,
    /** Last port on the box, of a range. */
    hostEnd: int,
  },
  'ContainerPort',
);
export const ContainerVariable = struct(
  {
    /** Name of the variable. */
    name: str,
    /** Value of the variable. */
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
    /** Id of the container, used in other calls. */
    id: essential(str),
    /** Name given by the user. */
    name: str,
    /** Name of its image. */
    image: str,
    /** Tag of its image. */
    version: str,
    /** Processor cores it may use, in steps of 0.5. */
    cores: num,
    /** Memory limit in bytes. */
    memory: bytes,
    /** 1: it starts together with the box. */
    autostart: flag,
    /** 1: privileged, it has the rights of the host. */
    privileged: flag,
    /** Mounted box folders. */
    paths: list(ContainerPath),
    /** `bridge`, `host` or `none`. */
    network: str,
    /** Published ports. */
    ports: list(ContainerPort),
    /** Variables of its environment. */
    env: list(ContainerVariable),
    /** Entry point; empty: that of the image. */
    entrypoint: str,
    /** Arguments of the entry point; empty: those of the image. */
    cmd: str,
    /** `running`, `stopped` or `paused`. */
    status: str,
    /** Created, epoch seconds. */
    ctime: epochSeconds,
    /** IP address; empty while it has none. */
    ip: str,
  },
  {},
  'Container',
);
export type Container = TypeOf<typeof Container>;

const Port = intBetween(1, 65_535);
const lengthOf = (first: number, last: number | undefined) => (last ?? first) - first;

/** A port mapping whose ranges ascend and have equal length (CONTAINER-19). */
const PortChange = where(
  'port mapping with equal upward ranges',
  struct(
    {
      /** Port in the container; the first one of a range. */
      container: Port,
      /** Port on the box; the first one of a range. */
      host: Port,
      /** `tcp` or `udp`. */
      protocol: oneOf(['tcp', 'udp']),
    },
    {
      /** Last port in the container, of a range. */
      containerEnd: Port,
      /** Last port on the box, of a range of the same length. */
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

const containerFields = {
  name: ContainerName,
  /** Name of an image that is already on the box. */
  image: ImageName,
  /** Tag of its image. */
  version: ImageTag,
  /** Processor cores it may use, in steps of 0.5. */
  cores: where('cores in steps of 0.5', num, (cores) => cores > 0 && cores <= 256 && Number.isInteger(cores * 2)),
  /** Memory limit in bytes. */
  memory: intBetween(1, Number.MAX_SAFE_INTEGER),
  /** 1: it starts together with the box. */
  autostart: flag,
  /** 1: privileged, it has the rights of the host; cannot be switched off again. */
  privileged: flag,
  /** Mounted box folders, at most 64. */
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
  /** Published ports, at most 256. */
  ports: shortList(PortChange, 0, 256),
  /** Variables of its environment, at most 256. */
  env: shortList(
    struct({
      /** Name of the variable. */
      name: text(1, 255),
      /** Value of the variable. */
      value: text(1, 32_768),
    }),
    0,
    256,
  ),
  /** Entry point; empty: that of the image. */
  entrypoint: text(0, 4096),
  /** Arguments of the entry point; empty: those of the image. */
  cmd: text(0, 4096),
};

/** A container to create. */
export const NewContainer = struct(containerFields, {}, 'NewContainer');
export type NewContainer = TypeOf<typeof NewContainer>;
/** Changes to a container; `privileged` and host network can be switched on but not off (CONTAINER-09). */
export const ContainerChange = struct({ id: EntryId, ...containerFields }, {}, 'ContainerChange');
export type ContainerChange = TypeOf<typeof ContainerChange>;

/** A process inside a container: `cpu` in percent, `mem` in bytes. */
export const ContainerProcess = struct(
  {
    /** Process id in the container. */
    pid: int,
    /** User in the container. */
    user: str,
    /** Command line. */
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
/** A line of a container's log and its time (epoch seconds). */
export const LogLine = struct(
  {
    time: epochSeconds,
    /** Text without the line break. */
    text: str,
  },
  {},
  'LogLine',
);
export type LogLine = TypeOf<typeof LogLine>;

/** An image (CONTAINER-03): `size` in bytes, `count` containers use it, `ctime` in epoch seconds. */
export const ContainerImage = struct(
  {
    /** Id used in other calls: `sha256:` and digits. */
    id: essential(str),
    /** Name in the registry. */
    name: str,
    /** Tag of the version. */
    tag: str,
    /** Bytes. */
    size: bytes,
    /** Containers that use it. */
    count: bytes,
    /** Registry it was pulled from. */
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
    /** Name for `containers.pullImage`. */
    name: essential(str),
    /** Description by its publisher. */
    description: str,
    /** Number of stars in the registry. */
    stars: int,
    /** 1: an official image of the registry. */
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
