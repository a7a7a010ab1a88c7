import { decodeLeniently, int, isRecord, list, num, parseJson, refine, str, struct } from '@boxwood/command-bus/codecs';
import type { Machine } from '../machine.ts';
import type { DiskHealthReport } from '../host-responses.ts';
import { HEALTH_TIMEOUT_MS } from '../protocol.ts';
import { Barred, requireProgram, ProbeFailed } from '../verbs/planner.ts';
import { probeDisks } from './probe-disks.ts';

const truth = refine('true or false', (u): u is boolean => typeof u === 'boolean');
const stringField = struct({}, { string: str });
const HealthAttribute = struct(
  { id: int, name: str, value: num, worst: num, thresh: num },
  { raw: struct({}, { string: str }) },
);
const AtaTest = struct({ type: stringField, status: stringField }, { lifetime_hours: num });
const NvmeTest = struct({ self_test_code: stringField, self_test_result: stringField }, { power_on_hours: num });

/** The fields of the `smartctl` output that are read. Every disk omits most of them. */
const Smartctl = struct(
  {},
  {
    model_name: str,
    firmware_version: str,
    rotation_rate: num,
    smart_status: struct({}, { passed: truth }),
    temperature: struct({}, { current: num }),
    power_on_time: struct({}, { hours: num }),
    ata_smart_attributes: struct({}, { table: list(HealthAttribute, 256) }),
    ata_smart_data: struct(
      {},
      {
        self_test: struct(
          {},
          {
            status: struct({}, { remaining_percent: num }),
            polling_minutes: struct({}, { short: num, extended: num }),
          },
        ),
      },
    ),
    ata_smart_self_test_log: struct({}, { standard: struct({}, { table: list(AtaTest, 64) }) }),
    nvme_smart_health_information_log: struct(
      {},
      {
        critical_warning: num,
        available_spare: num,
        available_spare_threshold: num,
        percentage_used: num,
        media_errors: num,
        unsafe_shutdowns: num,
      },
    ),
    nvme_self_test_log: struct({}, { current_self_test_completion_percent: num, table: list(NvmeTest, 64) }),
  },
);
type Smartctl = (typeof Smartctl)['_A'];

type HealthAttribute = DiskHealthReport['attrs'][number];

/** Health values of an NVMe SSD in the form of attributes; two of them have a threshold. */
const nvmeAttributes = (
  log: NonNullable<Smartctl['nvme_smart_health_information_log']>,
): readonly HealthAttribute[] => {
  const { critical_warning = 0, available_spare, available_spare_threshold = 0, percentage_used } = log;
  const counted = (id: number, name: string, count: number | undefined): readonly HealthAttribute[] =>
    count === undefined ? [] : [{ id, name, value: 0, worst: 0, thresh: 0, raw: String(count), ok: 1 }];
  return [
    {
      id: 1,
      name: 'Critical_Warning',
      value: 0,
      worst: 0,
      thresh: 0,
      raw: `0x${critical_warning.toString(16).padStart(2, '0')}`,
      ok: critical_warning === 0 ? 1 : 0,
    },
    ...(available_spare === undefined
      ? []
      : [
          {
            id: 2,
            name: 'Available_Spare',
            value: available_spare,
            worst: available_spare,
            thresh: available_spare_threshold,
            raw: `${available_spare} %`,
            // OK at the threshold and above, failed below it.
            ok: flagOf(available_spare >= available_spare_threshold),
          },
        ]),
    ...(percentage_used === undefined
      ? []
      : [
          {
            id: 3,
            name: 'Percentage_Used',
            value: Math.max(0, 100 - percentage_used),
            worst: 0,
            thresh: 0,
            raw: `${percentage_used} %`,
            ok: flagOf(percentage_used < 100),
          },
        ]),
    ...counted(4, 'Media_Errors', log.media_errors),
    ...counted(5, 'Unsafe_Shutdowns', log.unsafe_shutdowns),
  ];
};
const flagOf = (yes: boolean): 0 | 1 => (yes ? 1 : 0);

/** A threshold of 0 means none: the value only counts. */
const ataAttributes = ({ table = [] }: NonNullable<Smartctl['ata_smart_attributes']>): readonly HealthAttribute[] =>
  table.map(({ id, name, value, worst, thresh, raw }) => ({
    id,
    name,
    value,
    worst,
    thresh,
    raw: raw?.string ?? '',
    ok: flagOf(thresh === 0 || value > thresh),
  }));

/**
 * Parses the health of a disk. A disk that reports nothing (a card, most sticks, emulated ones) is `UNKNOWN`, not
 * healthy.
 */
export const parseHealth = (output: string): DiskHealthReport => {
  const parsed = parseJson(output);
  const decoded = decodeLeniently(
    Smartctl,
    parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : {},
  ).result;
  const found: Smartctl = decoded._tag === 'Right' ? decoded.right : {};
  const { self_test } = found.ata_smart_data ?? {};
  const nvme = found.nvme_self_test_log;
  const left = self_test?.status?.remaining_percent;
  const percent = left === undefined ? nvme?.current_self_test_completion_percent : 100 - left;
  const passed = found.smart_status?.passed;
  return {
    answer: 'health',
    firmware: found.firmware_version ?? '',
    rotation: found.rotation_rate ?? 0,
    health: passed === undefined ? 'UNKNOWN' : passed ? 'PASSED' : 'FAILED',
    temp: Math.round(found.temperature?.current ?? 0),
    hours: found.power_on_time?.hours ?? 0,
    attrs: [
      ...(found.ata_smart_attributes === undefined ? [] : ataAttributes(found.ata_smart_attributes)),
      ...(found.nvme_smart_health_information_log === undefined
        ? []
        : nvmeAttributes(found.nvme_smart_health_information_log)),
    ],
    running: flagOf(percent !== undefined && percent < 100),
    progress: percent ?? 0,
    short: self_test?.polling_minutes?.short ?? (nvme === undefined ? 0 : 2),
    long: self_test?.polling_minutes?.extended ?? (nvme === undefined ? 0 : 10),
    tests: [
      ...(found.ata_smart_self_test_log?.standard?.table ?? []).map(({ type, status, lifetime_hours }) => ({
        type: type.string ?? '',
        result: status.string ?? '',
        hours: lifetime_hours ?? 0,
      })),
      ...(nvme?.table ?? []).map(({ self_test_code, self_test_result, power_on_hours }) => ({
        type: self_test_code.string ?? '',
        result: self_test_result.string ?? '',
        hours: power_on_hours ?? 0,
      })),
    ],
  };
};

const SMARTCTL_ARGS = ['--json=c', '-i', '-H', '-A', '-c', '-l', 'selftest'];
const MAX_OUTPUT_CHARS = 512 * 1024;

/** Reads the health of a disk. @throws Lacking, Barred, ProbeFailed */
export const readDiskHealth = async (machine: Machine, name: string): Promise<DiskHealthReport> => {
  const smartctl = requireProgram(machine, 'smartctl');
  const { disks } = await probeDisks(machine);
  if (!disks.some((disk) => disk.name === name)) throw new Barred('no such disk');
  // The exit code is a bit mask of the disk's state, so only the output counts.
  const { code, output } = await machine.run(smartctl, [...SMARTCTL_ARGS, `/dev/${name}`], HEALTH_TIMEOUT_MS, {
    maxOutputChars: MAX_OUTPUT_CHARS,
  });
  if (code === null) throw new ProbeFailed(`${name} did not answer in time`);
  return parseHealth(output);
};
