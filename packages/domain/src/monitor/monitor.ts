import type { StateStream } from '../state/state-stream.ts';

/** One reading every 5 s; null fields of a series are gaps (the box did not answer). */
export interface Sample {
  /** Epoch milliseconds on this device's clock. */
  readonly at: number;
  /** Percent. */
  readonly cpu: number;
  /** Celsius. */
  readonly cpuTemp: number;
  /** Percent. */
  readonly ram: number;
  readonly ramBytes: { readonly total: number; readonly used: number; readonly cache: number };
  /** Bytes per second by interface; only eth0, eth1 and wlan0 (MONITOR-05). */
  readonly net: Readonly<Record<string, { readonly in: number; readonly out: number }>>;
  /** Bytes per second, percent and Celsius by device. */
  readonly disk: Readonly<
    Record<string, { readonly read: number; readonly write: number; readonly load: number; readonly temp: number }>
  >;
}

/** Space of a disk in bytes, from LISTDISKS every 60 s. */
export interface DiskSpace {
  readonly dev: string;
  readonly name: string;
  readonly mnt: string;
  readonly total: number;
  readonly occupy: number;
}

/** What an administrator should know of the box itself; null while all is well. */
export interface BoxTrouble {
  /** Failures that nobody foresaw: how many since the start, when the newest one was (epoch seconds), in which part of the box. */
  readonly faults: { readonly count: number; readonly last: number; readonly where: string } | null;
  /** What is left of the room that the box keeps for itself, in bytes, once a full disk has used it. */
  readonly reserve: { readonly left: number; readonly wanted: number } | null;
}

/** MONITOR-01. `samples` holds the last 180, oldest first; null marks a failed reading. */
export interface MonitorState {
  readonly runTime: number;
  /** Local time of the box, epoch seconds. */
  readonly boxTime: number;
  readonly samples: readonly (Sample | null)[];
  /** When each entry of `samples` was taken or failed, epoch milliseconds. */
  readonly times: readonly number[];
  readonly disks: readonly DiskSpace[];
  readonly trouble: BoxTrouble;
  readonly failing: boolean;
}

/** Box status. Nothing is asked while nobody watches; the samples already taken stay. */
export interface Monitor {
  readonly state$: StateStream<MonitorState>;
  /** Starts the 5 s readings until the returned handle is closed; several screens share them. */
  watch(): { close(): void };
  close(): void;
}
