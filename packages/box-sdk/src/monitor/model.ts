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
export const NetFlow = struct({ dev: essential(str), inflow: num, outflow: num }, {}, 'NetFlow');
/** A disk at one moment; temperature in Celsius, load in percent, rates in bytes per second. */
export const DiskLoad = struct(
  { dev: essential(str), temp: num, util: num, rd_rate: num, wr_rate: num },
  {},
  'DiskLoad',
);

/** Failures that nobody foresaw since the box was started: how many, when the newest one was, and in which part of the box. */
export const FaultCount = struct({ count: int, last: epochSeconds, where: str }, {}, 'FaultCount');
/** What the box keeps of the disk for itself, in bytes: what is left, and what it should be. Less is left once a disk was full. */
export const ReserveState = struct({ left: bytes, wanted: bytes }, {}, 'ReserveState');

/** The fan: `runs` 1 while it does. */
export const FanState = struct({ temp: num, rpm: int, runs: flag }, {}, 'FanState');

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
    cpu_info: struct({ cpu_temp: num, cpu_usage: num }),
    /** Percent that is used, and bytes. */
    memory_info: struct({ memory_usage: num, memory_total: bytes, memory_used: bytes, memory_cached: bytes }),
    /** Bytes per second of each interface. */
    network_info: struct({ netdev: list(NetFlow, 64) }),
    /** Of each disk: Celsius, percent, bytes per second. */
    disk_info: struct({ disk: list(DiskLoad, 256) }),
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
export const ProcessRow = struct({ pid: essential(int), name: str, user: str, cpu: num, mem: bytes }, {}, 'ProcessRow');
export type ProcessRow = TypeOf<typeof ProcessRow>;

/** A service of the box; `state` is running, stopped or failed, `port` 0 when it has none. */
export const ServiceRow = struct(
  { name: essential(str), state: str, port: int, cpu: num, mem: bytes },
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
export const NetSeries = struct({ in: list(num, 180), out: list(num, 180) }, {}, 'NetSeries');
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
    ram: struct({ total: bytes, used: bytes, cache: bytes }),
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
