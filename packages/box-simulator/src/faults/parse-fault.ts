/**
 * Parses faults of the command line: `KIND[-TARGET][@VALUE][xTIMES]`, `cut-put@1MB`, `slow@300ms`, `refuse-MKDIR@16x1`.
 */
import type { Fault, FaultRule } from './fault-rules.ts';

const KINDS = ['slow', 'cut', 'not-json', 'status', 'refuse', 'broken-entry', 'out-of-order', 'signed-out'] as const;

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, ms: 1, s: 1000 };

/** A number of bytes or milliseconds. */
const parseAmount = (text: string): number | undefined => {
  const [, digits, unit = ''] = /^(-?\d+(?:\.\d+)?)([a-z]*)$/i.exec(text) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
};

const faultFor = (kind: (typeof KINDS)[number], value: number | undefined): Fault | undefined => {
  switch (kind) {
    case 'slow':
      return value === undefined ? undefined : { kind, milliseconds: value };
    case 'cut':
      return value === undefined ? undefined : { kind, bytes: value };
    case 'status':
      return value === undefined ? undefined : { kind, status: value };
    case 'refuse':
      return value === undefined ? undefined : { kind, code: value };
    case 'not-json':
    case 'broken-entry':
    case 'out-of-order':
    case 'signed-out':
      return { kind };
  }
};

/** Parses a fault; undefined when the text is invalid. */
export const parseFault = (text: string): FaultRule | undefined => {
  const kind = KINDS.find((one) => text === one || ['-', '@', 'x'].some((next) => text.startsWith(one + next)));
  if (kind === undefined) return undefined;
  const [, on, value, times] = /^(?:-([^@]+?))?(?:@([^@]+?))?(?:x(\d+))?$/.exec(text.slice(kind.length)) ?? [];
  const fault = faultFor(kind, value === undefined ? undefined : parseAmount(value));
  if (fault === undefined || (value !== undefined && parseAmount(value) === undefined)) return undefined;
  return {
    fault,
    ...(on === undefined ? {} : { on }),
    ...(times === undefined ? {} : { times: Number(times) }),
  };
};
