/** Sample output of `smartctl` for a SATA disk, an NVMe disk and a stick; serial numbers are fictional. */
import { describe, expect, it } from 'vitest';
import { parseHealth } from './disk-health.ts';

const attribute = (id: number, name: string, value: number, worst: number, thresh: number, raw: string) => ({
  id,
  name,
  value,
  worst,
  thresh,
  when_failed: value <= thresh && thresh > 0 ? 'now' : '',
  flags: { value: 51, string: 'PO--CK ', prefailure: true, updated_online: true },
  raw: { value: Number.parseInt(raw, 10), string: raw },
});
const sata = (passed: boolean, left?: number) =>
  JSON.stringify({
    json_format_version: [1, 0],
    smartctl: { version: [7, 3], exit_status: passed ? 0 : 24 },
    device: { name: '/dev/sda', info_name: '/dev/sda [SAT]', type: 'sat', protocol: 'ATA' },
    model_name: 'WDC WD40EFRX-68N32N0',
    serial_number: 'WD-TEST',
    firmware_version: '82.00A82',
    user_capacity: { blocks: 7_814_037_168, bytes: 4_000_787_030_016 },
    rotation_rate: 5400,
    smart_status: { passed },
    temperature: { current: 37 },
    power_on_time: { hours: 26_231, minutes: 4 },
    ata_smart_data: {
      self_test: {
        status: { value: 249, string: 'in progress', ...(left === undefined ? {} : { remaining_percent: left }) },
        polling_minutes: { short: 2, extended: 439, conveyance: 5 },
      },
    },
    ata_smart_attributes: {
      revision: 16,
      table: [
        attribute(5, 'Reallocated_Sector_Ct', passed ? 200 : 133, 133, 140, '1604'),
        attribute(9, 'Power_On_Hours', 65, 65, 0, '26231'),
        attribute(194, 'Temperature_Celsius', 115, 103, 0, '37 (Min/Max 17/49)'),
        attribute(200, 'Multi_Zone_Error_Rate', 0, 0, 0, '0'),
      ],
    },
    ata_smart_self_test_log: {
      standard: {
        count: 2,
        table: [
          {
            type: { value: 1, string: 'Short offline' },
            status: { value: 0, string: 'Completed without error', passed: true },
            lifetime_hours: 26_100,
          },
          {
            type: { value: 2, string: 'Extended offline' },
            status: { value: 121, string: 'Completed: read failure', remaining_percent: 90, passed: false },
            lifetime_hours: 25_000,
            lba: 1_953_525_167,
          },
        ],
      },
    },
  });

const nvme = (spare: number, used: number, warning = 0) =>
  JSON.stringify({
    device: { name: '/dev/nvme0', type: 'nvme', protocol: 'NVMe' },
    model_name: 'SSD 980',
    firmware_version: '2B4Q',
    smart_status: { passed: warning === 0, nvme: { value: warning } },
    temperature: { current: 41 },
    power_on_time: { hours: 2401 },
    nvme_smart_health_information_log: {
      critical_warning: warning,
      temperature: 41,
      available_spare: spare,
      available_spare_threshold: 10,
      percentage_used: used,
      data_units_written: 7_773_431,
      unsafe_shutdowns: 43,
      media_errors: 2,
    },
  });

describe('what a disk says of itself', () => {
  it('a SATA disk: its values beside their thresholds, where a threshold of 0 is none, its tests and how long one takes', () => {
    const health = parseHealth(sata(true));
    expect(health).toMatchObject({
      health: 'PASSED',
      firmware: '82.00A82',
      rotation: 5400,
      temp: 37,
      hours: 26_231,
      running: 0,
      short: 2,
      long: 439,
      tests: [
        { type: 'Short offline', result: 'Completed without error', hours: 26_100 },
        { type: 'Extended offline', result: 'Completed: read failure', hours: 25_000 },
      ],
    });
    expect(health.attrs.map(({ name, raw, ok }) => [name, raw, ok])).toEqual([
      ['Reallocated_Sector_Ct', '1604', 1],
      ['Power_On_Hours', '26231', 1],
      ['Temperature_Celsius', '37 (Min/Max 17/49)', 1],
      ['Multi_Zone_Error_Rate', '0', 1],
    ]);
  });

  it('one that fails says so, and which value is at its threshold', () => {
    const health = parseHealth(sata(false));
    expect(health.health).toBe('FAILED');
    expect(health.attrs.filter(({ ok }) => ok === 0).map(({ name }) => name)).toEqual(['Reallocated_Sector_Ct']);
  });

  it('a test that runs says how far it is', () => {
    expect(parseHealth(sata(true, 30))).toMatchObject({ running: 1, progress: 70 });
    expect(parseHealth(sata(true, 0))).toMatchObject({ running: 0 });
  });

  it('an NVMe disk: what is left of it, and what is wrong', () => {
    const bad = (output: string) => parseHealth(output).attrs.flatMap(({ name, ok }) => (ok === 0 ? [name] : []));
    expect(parseHealth(nvme(100, 3))).toMatchObject({ health: 'PASSED', temp: 41, hours: 2401, short: 0, long: 0 });
    expect(parseHealth(nvme(100, 3)).attrs).toContainEqual({
      id: 4,
      name: 'Media_Errors',
      value: 0,
      worst: 0,
      thresh: 0,
      raw: '2',
      ok: 1,
    });
    expect(bad(nvme(100, 3))).toEqual([]);
    // At its threshold, not below it.
    expect(bad(nvme(10, 3))).toEqual([]);
    expect(parseHealth(nvme(9, 104, 5)).health).toBe('FAILED');
    expect(bad(nvme(9, 104, 5))).toEqual(['Critical_Warning', 'Available_Spare', 'Percentage_Used']);
  });

  it('a stick or a card that says nothing is not called healthy, and neither is rubbish', () => {
    const usb = JSON.stringify({
      smartctl: { exit_status: 1, messages: [{ string: '/dev/sdb: Unknown USB bridge', severity: 'error' }] },
    });
    for (const output of [usb, '', 'null', '{"smart_status":"passed"}', '{"ata_smart_attributes":{"table":[1]}}'])
      expect(parseHealth(output)).toMatchObject({ health: 'UNKNOWN', temp: 0, hours: 0, attrs: [], short: 0, long: 0 });
  });
});
