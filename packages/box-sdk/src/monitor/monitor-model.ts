import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  list,
  mapOf,
  num,
  oneOf,
  str,
  struct,
  essential,
} from '@boxwood/command-bus/codecs';

/** A network interface at one moment; flows in bytes per second. */
export const NetFlow = struct(
  {
    /** Interface name, for example `eth0`. */
    dev: essential(str),
    /** Bytes received per second. */
    inflow: num,
    /** Bytes sent per second. */
    outflow: num,
  },
  {},
  'NetFlow',
);
/** A disk at one moment; temperature in Celsius, load in percent, rates in bytes per second. */
export const DiskLoad = struct(
  {
    /** Device name, for example `sda`. */
    dev: essential(str),
    /** Celsius; 0: unknown. */
    temp: num,
    /** Percent of the time that the disk was busy. */
    util: num,
    /** Bytes read per second. */
    rd_rate: num,
    /** Bytes written per second. */
    wr_rate: num,
  },
  {},
  'DiskLoad',
);

/** Unexpected failures since the box started: their number, and the time and component of the newest one. */
export const FaultCount = struct(
  {
    /** Number since the box started. */
    count: int,
    last: epochSeconds,
    /** Component of the box in which the newest one occurred. */
    where: str,
  },
  {},
  'FaultCount',
);
/**
 * Disk space that the box reserves for itself, in bytes: remaining and target size. Less remains after a disk was full.
 */
export const ReserveState = struct(
  {
    /** Remaining bytes of the reserve. */
    left: bytes,
    /** Target size of the reserve in bytes. */
    wanted: bytes,
  },
  {},
  'ReserveState',
);

/** State of the fan; `runs` 1: it is running. */
export const FanState = struct(
  {
    /** Celsius, the highest measured value; 0: unknown. */
    temp: num,
    /** Revolutions per minute; 0: unknown. */
    rpm: int,
    /** 1: it is running. */
    runs: flag,
  },
  {},
  'FanState',
);

/**
 * Current device status (MONITOR-02, SDK-E20): uptime in seconds, local time in epoch seconds, temperatures in Celsius,
 * usage in percent, memory in bytes. Only administrators get `faults`, if there were any, and `reserve`, while it is in
 * use.
 */
export const DevStatus = struct(
  {
    /** Seconds since the box started. */
    box_uptime: int,
    /** Epoch seconds. */
    local_time: epochSeconds,
    /** CPU temperature in Celsius and usage in percent. */
    cpu_info: struct({
      /** Celsius, the highest measured value; 0: unknown. */
      cpu_temp: num,
      /** Usage of all processors together in percent. */
      cpu_usage: num,
    }),
    /** Memory usage in percent and bytes. */
    memory_info: struct({
      /** Usage in percent. */
      memory_usage: num,
      /** Bytes. */
      memory_total: bytes,
      /** Bytes in use that cannot be reclaimed. */
      memory_used: bytes,
      /** Bytes used as page cache, which can be reclaimed. */
      memory_cached: bytes,
    }),
    /** Throughput of each interface in bytes per second. */
    network_info: struct({
      /** One entry per interface. */
      netdev: list(NetFlow, 64),
    }),
    /** Temperature (Celsius), load (percent) and throughput (bytes per second) of each disk. */
    disk_info: struct({
      /** One entry per disk. */
      disk: list(DiskLoad, 256),
    }),
  },
  {
    /** For administrators, when there were any. */
    faults: FaultCount,
    /** For administrators, while the reserve is in use. */
    reserve: ReserveState,
    /** If the machine has a fan: highest measured temperature in Celsius and revolutions per minute; 0: unknown. */
    fan: FanState,
  },
  'DevStatus',
);
export type DevStatus = TypeOf<typeof DevStatus>;

/** A process: share of the processor in percent, memory in bytes. */
export const ProcessRow = struct(
  {
    /** Process id. */
    pid: essential(int),
    /** Name of the program. */
    name: str,
    /** User that runs it. */
    user: str,
    /** Percent of one processor; can exceed 100 with several processors. */
    cpu: num,
    /** Bytes. */
    mem: bytes,
  },
  {},
  'ProcessRow',
);
export type ProcessRow = TypeOf<typeof ProcessRow>;

/** A service of the box; `state` is running, stopped or failed, `port` 0 when it has none. */
export const ServiceRow = struct(
  {
    /** Name, for example `smb` or `ssh`. */
    name: essential(str),
    /** `running`, `stopped` or `failed`. */
    state: str,
    /** Listening port; 0: none known. */
    port: int,
    /** Percent of one processor. */
    cpu: num,
    /** Bytes. */
    mem: bytes,
  },
  {},
  'ServiceRow',
);
export type ServiceRow = TypeOf<typeof ServiceRow>;

/**
 * One scheduled job. `every` is the interval in seconds (at least 1), 0 for calendar schedules; `ran` is the start of
 * the last run, 0 before the first; `ended` is the result of the last run; `running` is 1 during a run.
 */
export const TimetableRow = struct(
  {
    /** Name of the job. */
    name: essential(str),
    /** Seconds between two runs; 0: calendar schedule. */
    every: int,
    /** Start of the last run, epoch seconds; 0 before the first. */
    ran: epochSeconds,
    /** Start of the next run, epoch seconds. */
    next: epochSeconds,
    /** 1: a run is in progress. */
    running: flag,
    /** Result of the last run: `never`, `done` or `failed`. */
    ended: oneOf(['never', 'done', 'failed']),
  },
  {},
  'TimetableRow',
);
export type TimetableRow = TypeOf<typeof TimetableRow>;

/** Incoming and outgoing flow of an interface over time. */
export const NetSeries = struct(
  {
    /** Bytes received per second, oldest sample first. */
    in: list(num, 180),
    /** Bytes sent per second, oldest sample first. */
    out: list(num, 180),
  },
  {},
  'NetSeries',
);
/** A disk over time, with its used space (bytes); `occupy` is the used share in percent. */
export const DiskSeries = struct(
  {
    /** Name of the disk. */
    disk: str,
    /** Display name. */
    name: str,
    /** Where it is mounted. */
    mnt: str,
    /** Celsius. */
    temp: num,
    /** Load in percent of the time. */
    load: num,
    /** Bytes. */
    total: bytes,
    /** Used space in percent. */
    occupy: num,
    /** Used bytes. */
    used: bytes,
    /** Bytes per second. */
    read: list(num, 180),
    /** Bytes per second. */
    write: list(num, 180),
  },
  {},
  'DiskSeries',
);

/** The monitor as it is drawn (MONITOR-01, SDK-E19): at most 180 samples a series, the oldest first. */
export const DeviceMonitor = struct(
  {
    /** Seconds since the box started. */
    runTime: int,
    /** Time of each sample. */
    times: list(epochSeconds, 180),
    /** Celsius. */
    cpuTemp: list(num, 180),
    /** Percent. */
    cpuRatio: list(num, 180),
    /** Bytes. */
    ram: struct({
      /** Bytes. */
      total: bytes,
      /** Bytes in use that cannot be reclaimed. */
      used: bytes,
      /** Bytes used as page cache, which can be reclaimed. */
      cache: bytes,
    }),
    /** Percent. */
    ramRatio: list(num, 180),
    /** By interface. */
    net: mapOf(NetSeries),
    /** By disk. */
    disk: mapOf(DiskSeries),
    /** Services of the box. */
    service: list(ServiceRow, 500),
    /** Processes with the highest use. */
    process: list(ProcessRow, 500),
  },
  {},
  'DeviceMonitor',
);
export type DeviceMonitor = TypeOf<typeof DeviceMonitor>;
