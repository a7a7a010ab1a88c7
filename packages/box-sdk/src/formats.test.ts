import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatListSize, formatRate, formatSize, formatTime, formatUploadSpeed } from './formats.ts';

describe('formats', () => {
  it('CONST-31 G-50: B to TB, base 1024, two decimals but for bytes', () => {
    expect([0, 1, 1023, 1024, 1536].map(formatSize)).toEqual(['0 B', '1 B', '1023 B', '1.00 KB', '1.50 KB']);
    expect([1024 ** 2, 1024 ** 3, 1024 ** 4, 1024 ** 5].map(formatSize)).toEqual([
      '1.00 MB',
      '1.00 GB',
      '1.00 TB',
      '1024.00 TB',
    ]);
    expect(formatSize(1024 ** 2 - 1)).toBe('1.00 MB');
    assert(
      property(integer({ min: 0, max: 1024 ** 5 - 1024 ** 3 * 10 }), (bytes) => {
        expect(formatSize(bytes)).toMatch(
          /^(\d{1,4} B|\d{1,3}\.\d\d (KB|MB|GB|TB)|10[01]\d\.\d\d (KB|MB|GB|TB)|102[0-3]\.\d\d (KB|MB|GB|TB))$/,
        );
      }),
    );
  });

  it('FILES-09: the list prints MB with two decimals, nothing for folders', () => {
    expect(formatListSize(0)).toBe('0 B');
    expect(formatListSize(10_485)).toBe('10.24 KB');
    expect(formatListSize(10_486)).toBe('0.01 MB');
    expect(formatListSize(1_572_864)).toBe('1.50 MB');
    expect(formatListSize(5 * 1024 ** 3)).toBe('5,120.00 MB');
    expect(formatListSize(10, true)).toBe('');
  });

  it('CONST-30 UPLOAD-29: MB/s above 1 MB, KB/s otherwise', () => {
    expect(formatUploadSpeed(1_048_576)).toBe('1024.00 KB/s');
    expect(formatUploadSpeed(1_048_577)).toBe('1.00 MB/s');
    expect(formatUploadSpeed(0)).toBe('0.00 KB/s');
    expect(formatUploadSpeed(512)).toBe('0.50 KB/s');
    expect(formatRate(2048.4)).toBe('2.00 KB/s');
  });

  it('CONST-75 TASK-17: epoch seconds in a given zone', () => {
    expect(formatTime(0, 'UTC')).toBe('1970-01-01 00:00:00');
    expect(formatTime(1_760_000_000, 'UTC')).toBe('2025-10-09 08:53:20');
    expect(formatTime(1_760_000_000, 'Asia/Shanghai')).toBe('2025-10-09 16:53:20');
    expect(formatTime(1_735_660_800, 'Asia/Shanghai')).toBe('2025-01-01 00:00:00');
    expect(formatTime(Number.NaN)).toBe('');
    assert(
      property(integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(formatTime(seconds, 'UTC')).toBe(new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '));
      }),
    );
  });

  it('writes lengths of time', () => {
    expect([0, 59, 3661, 90_061, -5].map(formatDuration)).toEqual([
      '00:00:00',
      '00:00:59',
      '01:01:01',
      '1d 01:01:01',
      '00:00:00',
    ]);
  });
});
