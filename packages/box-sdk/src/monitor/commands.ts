import { intBetween, intText, list, noArguments, oneOf, positional, struct } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define.ts';
import { DevStatus, ProcessRow, ServiceRow, TimetableRow } from './model.ts';

/**
 * Reads one sample of the device status (G-39); the desktop asks every 5 s and keeps 180.
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
 * Lists the processes that use most of the processor or of the memory.
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
    /** How many, those that take most. */
    count: intText(intBetween(1, 500)),
    /** What they are sorted by: processor or memory. */
    order: oneOf(['cpu', 'mem']),
  }),
  result: struct({
    /** What takes most first. */
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
    /** The box itself, and programs beside it that serve something. */
    list: list(ServiceRow, 500),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists what the box does by itself, what is due next first.
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
    /** What is due next first. */
    list: list(TimetableRow, 500),
  }),
  refusals: [3],
  access: 'admin',
  idempotent: true,
});
