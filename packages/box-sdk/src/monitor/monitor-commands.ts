import { intBetween, intText, list, noArguments, oneOf, positional, struct } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { DevStatus, ProcessRow, ServiceRow, TimetableRow } from './monitor-model.ts';

/**
 * Reads one sample of the device status (G-39); the desktop polls every 5 s and keeps 180 samples.
 *
 * `POST /eshell` `GETDEVSTATUS []` (X20). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { cpu_info, memory_info } = await box.send(GetDeviceStatus, {});
 * ```
 */
export const GetDeviceStatus = shellCommand({
  name: 'GetDeviceStatus',
  cmd: 'GETDEVSTATUS',
  params: noArguments,
  result: DevStatus,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists the processes with the highest CPU or memory use.
 *
 * `POST /eshell` `GETPROCLIST [count, "cpu" | "mem"]` (X21). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListProcesses, { count: 20, order: 'cpu' });
 * ```
 */
export const ListProcesses = shellCommand({
  name: 'ListProcesses',
  cmd: 'GETPROCLIST',
  params: positional({
    /** Number of processes. */
    count: intText(intBetween(1, 500)),
    /** Sort key: CPU or memory. */
    order: oneOf(['cpu', 'mem']),
  }),
  result: struct({
    /** Highest use first. */
    list: list(ProcessRow, 500),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists the services of the box with their state and use.
 *
 * `POST /eshell` `GETSERVICELIST []` (X22). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListServices, {});
 * ```
 */
export const ListServices = shellCommand({
  name: 'ListServices',
  cmd: 'GETSERVICELIST',
  params: noArguments,
  result: struct({
    /** The box itself and other services on the machine. */
    list: list(ServiceRow, 500),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists the scheduled jobs of the box, next due first.
 *
 * `POST /eshell` `GETTIMETABLE []` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListTimetable, {});
 * const failing = list.filter(({ ended }) => ended === 'failed');
 * ```
 */
export const ListTimetable = shellCommand({
  name: 'ListTimetable',
  cmd: 'GETTIMETABLE',
  params: noArguments,
  result: struct({
    /** Next due first. */
    list: list(TimetableRow, 500),
  }),
  refusals: [3],
  access: 'admin',
  idempotent: true,
});
