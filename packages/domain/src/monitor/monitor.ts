import type { StateStream } from '../state/state-stream.ts';

/** One sample of the box status, taken every 5 s; null values of a series are gaps (the box did not answer). */
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

/** Problems of the box that an administrator should know; null while there are none. */
export interface BoxProblems {
  /**
   * Unexpected failures: number since the start, time of the newest one (epoch seconds), and the affected part of the
   * box.
   */
  readonly faults: { readonly count: number; readonly last: number; readonly where: string } | null;
  /**
   * What is left of the disk space that the box reserves for itself, in bytes, once a full disk has used some of it.
   */
  readonly reserve: { readonly left: number; readonly wanted: number } | null;
}

/**
 * State of the monitor (MONITOR-01). `samples` holds the last {@link MAX_STATUS_SAMPLES}, oldest first; null marks a
 * failed one.
 */
export interface MonitorState {
  readonly runTime: number;
  /** Local time of the box, epoch seconds. */
  readonly boxTime: number;
  readonly samples: readonly (Sample | null)[];
  /** When each entry of `samples` was taken or failed, in epoch milliseconds. */
  readonly times: readonly number[];
  readonly disks: readonly DiskSpace[];
  readonly trouble: BoxProblems;
  readonly failing: boolean;
}

/** Box status. Requests are sent only while a screen watches; samples are retained afterwards. */
export interface Monitor {
  readonly state$: StateStream<MonitorState>;
  /** Takes readings every 5 s until the returned handle is closed; several screens share them. */
  watch(): { close(): void };
  close(): void;
}
