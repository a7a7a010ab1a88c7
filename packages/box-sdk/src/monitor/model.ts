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
    /** Name, as `eth0`. */
    dev: essential(str),
    /** Bytes per second that came. */
    inflow: num,
    /** Bytes per second that went. */
    outflow: num,
  },
  {},
  'NetFlow',
);
/** A disk at one moment; temperature in Celsius, load in percent, rates in bytes per second. */
export const DiskLoad = struct(
  {
    /** Name, as `sda`. */
    dev: essential(str),
    /** Celsius; 0: nothing says it. */
    temp: num,
    /** Percent of the time that it worked. */
    util: num,
    /** Bytes read per second. */
    rd_rate: num,
    /** Bytes written per second. */
    wr_rate: num,
  },
  {},
  'DiskLoad',
);

/** Failures that nobody foresaw since the box was started: how many, when the newest one was, and in which part of the box. */
export const FaultCount = struct(
  {
    /** How many since the box was started. */
    count: int,
    last: epochSeconds,
    /** The part of the box where the newest one was. */
    where: str,
  },
  {},
  'FaultCount',
);
/** What the box keeps of the disk for itself, in bytes: what is left, and what it should be. Less is left once a disk was full. */
export const ReserveState = struct(
  {
    /** Bytes that are left of it. */
    left: bytes,
    /** Bytes that it should be. */
    wanted: bytes,
  },
  {},
  'ReserveState',
);

/** The fan: `runs` 1 while it does. */
export const FanState = struct(
  {
    /** Celsius of the hottest that is measured; 0: nothing says it. */
    temp: num,
    /** Turns a minute; 0: nothing says it. */
    rpm: int,
    /** 1: it turns. */
    runs: flag,
  },
  {},
  'FanState',
);

/**
 * What the box feels like right now (MONITOR-02, SDK-E20): uptime in seconds, local time in epoch seconds, temperatures in
 * Celsius, usage in percent, memory in bytes. Administrators are told of `faults` when there were any, and of the `reserve` when it is used.
 */
export const DevStatus = struct(
  {
    /** Seconds since its start. */
    box_uptime: int,
    /** Epoch seconds. */
    local_time: epochSeconds,
    /** Celsius, and percent that is used. */
    cpu_info: struct({
      /** Celsius of the hottest that is measured; 0: nothing says it. */
      cpu_temp: num,
      /** Percent, of all processors together. */
      cpu_usage: num,
    }),
    /** Percent that is used, and bytes. */
    memory_info: struct({
      /** Percent that is used. */
      memory_usage: num,
      /** Bytes. */
      memory_total: bytes,
      /** Bytes that are neither free nor given back when others need them. */
      memory_used: bytes,
      /** Bytes that keep what was read, and are given back when others need them. */
      memory_cached: bytes,
    }),
    /** Bytes per second of each interface. */
    network_info: struct({
      /** Each interface. */
      netdev: list(NetFlow, 64),
    }),
    /** Of each disk: Celsius, percent, bytes per second. */
    disk_info: struct({
      /** Each disk. */
      disk: list(DiskLoad, 256),
    }),
  },
  {
    /** For administrators, when there were any. */
    faults: FaultCount,
    /** For administrators, while it is used. */
    reserve: ReserveState,
    /** Where the machine has one: Celsius of the hottest that is measured, turns a minute, 0 where nothing says it. */
    fan: FanState,
  },
  'DevStatus',
);
export type DevStatus = TypeOf<typeof DevStatus>;

/** A process: share of the processor in percent, memory in bytes. */
export const ProcessRow = struct(
  {
    /** Number of the process. */
    pid: essential(int),
    /** Of its program. */
    name: str,
    /** Who runs it. */
    user: str,
    /** Percent of one processor; several may make it more than 100. */
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
    /** As `smb` or `ssh`. */
    name: essential(str),
    /** `running`, `stopped` or `failed`. */
    state: str,
    /** Where it listens; 0: at none that is known. */
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
 * One line of the timetable. `every` in seconds (at least 1), 0 for what goes by the calendar; `ran` when the last run began, 0 before the first; `ended`
 * says how it ended, `running` is 1 while it goes on.
 */
export const TimetableRow = struct(
  {
    /** What is done. */
    name: essential(str),
    /** Seconds between two runs; 0: by the calendar. */
    every: int,
    /** When the last run began, epoch seconds; 0 before the first. */
    ran: epochSeconds,
    /** When the next one begins, epoch seconds. */
    next: epochSeconds,
    /** 1: it goes on. */
    running: flag,
    /** How the last run ended: `never`, `done` or `failed`. */
    ended: oneOf(['never', 'done', 'failed']),
  },
  {},
  'TimetableRow',
);
export type TimetableRow = TypeOf<typeof TimetableRow>;

/** Incoming and outgoing flow of an interface over time. */
export const NetSeries = struct(
  {
    /** Bytes per second that came, the oldest first. */
    in: list(num, 180),
    /** Bytes per second that went, the oldest first. */
    out: list(num, 180),
  },
  {},
  'NetSeries',
);
/** A disk over time, with what it holds (bytes): `occupy` is its share in percent. */
export const DiskSeries = struct(
  {
    /** Name of the disk. */
    disk: str,
    /** As people call it. */
    name: str,
    /** Where it is mounted. */
    mnt: str,
    /** Celsius. */
    temp: num,
    /** Percent of its time that it works. */
    load: num,
    /** Bytes. */
    total: bytes,
    /** Percent of it that is taken. */
    occupy: num,
    /** Bytes that are taken. */
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
    /** Seconds since its start. */
    runTime: int,
    /** When each sample was taken. */
    times: list(epochSeconds, 180),
    /** Celsius. */
    cpuTemp: list(num, 180),
    /** Percent. */
    cpuRatio: list(num, 180),
    /** Bytes. */
    ram: struct({
      /** Bytes. */
      total: bytes,
      /** Bytes that are neither free nor given back when others need them. */
      used: bytes,
      /** Bytes that keep what was read, and are given back when others need them. */
      cache: bytes,
    }),
    /** Percent. */
    ramRatio: list(num, 180),
    /** Of each interface. */
    net: mapOf(NetSeries),
    /** Of each disk. */
    disk: mapOf(DiskSeries),
    /** Programs of the box. */
    service: list(ServiceRow, 500),
    /** What takes most. */
    process: list(ProcessRow, 500),
  },
  {},
  'DeviceMonitor',
);
export type DeviceMonitor = TypeOf<typeof DeviceMonitor>;
