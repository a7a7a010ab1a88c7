import { flag, flagText, int, intText, noArguments, positional, struct, text } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { PowerStatus, ProductInfo } from './system-model.ts';

/**
 * Identifies the box. Also the probe that decides between LAN and relay (G-06).
 *
 * `POST /eshell` `GETPRODUCTINFO []` (B09). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { product, version } = await box.send(GetProductInfo, {});
 * ```
 */
export const GetProductInfo = shellCommand({
  name: 'GetProductInfo',
  cmd: 'GETPRODUCTINFO',
  params: noArguments,
  result: ProductInfo,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Restarts the box, which responds before it restarts. Administrator only.
 *
 * `POST /eshell` `REBOOT []` (B10). Refusals: 3 with the reason, for example `host.absent`: the box has no helper with
 * this right.
 *
 * @example
 * ```ts
 * await box.send(RebootBox, {});
 * ```
 */
export const RebootBox = shellCommand({
  name: 'RebootBox',
  cmd: 'REBOOT',
  params: noArguments,
  result: struct({}),
  refusals: [3, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Shuts down the box, which responds before it shuts down. Administrator only.
 *
 * `POST /eshell` `POWEROFF []` (B11). Refusals: 3 with the reason, for example `host.absent`: the box has no helper
 * with this right.
 *
 * @example
 * ```ts
 * await box.send(PowerOffBox, {});
 * ```
 */
export const PowerOffBox = shellCommand({
  name: 'PowerOffBox',
  cmd: 'POWEROFF',
  params: noArguments,
  result: struct({}),
  refusals: [3, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads whether the status light is on.
 *
 * `POST /eshell` `GETLEDSTATUS []` (B29). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { status } = await box.send(GetLed, {});
 * ```
 */
export const GetLed = shellCommand({
  name: 'GetLed',
  cmd: 'GETLEDSTATUS',
  params: noArguments,
  result: struct({
    /** 1: it is on. */
    status: flag,
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Switches the status light. Administrator only.
 *
 * `POST /eshell` `SETLEDSTATUS ["0" | "1"]` (B30). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * await box.send(SetLed, { status: 0 });
 * ```
 */
export const SetLed = shellCommand({
  name: 'SetLed',
  cmd: 'SETLEDSTATUS',
  params: positional({
    /** 0 switches it off. */
    status: flagText,
  }),
  result: struct({}),
  refusals: [3, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads the power supply.
 *
 * `POST /eshell` `POWERSTATUS []` (B31); `voltage` in millivolts. Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { source, ok } = await box.send(GetPower, {});
 * ```
 */
export const GetPower = shellCommand({
  name: 'GetPower',
  cmd: 'POWERSTATUS',
  params: noArguments,
  result: PowerStatus,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Sets clock and zone. Administrator only.
 *
 * `POST /eshell` `DATESET [epoch seconds, IANA zone]` (B34); an empty zone keeps the current one. From then on the
 * clock is not synchronised over the network. Refusals: 3 with the reason, for example `host.absent`, 11 unknown zone,
 * or a time outside of the years 2000 to 2099.
 *
 * @example
 * ```ts
 * await box.send(SetDate, { time: 1760000000, zone: 'Asia/Shanghai' });
 * ```
 */
export const SetDate = shellCommand({
  name: 'SetDate',
  cmd: 'DATESET',
  params: positional({
    /** Epoch seconds. */
    time: intText(int),
    /** IANA time zone, for example `Europe/Berlin`; empty: unchanged. */
    zone: text(0, 64),
  }),
  result: struct({}),
  refusals: [3, 11, 13],
  access: 'admin',
  idempotent: false,
});
