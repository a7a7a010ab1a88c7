import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES, CHUNK_BYTES, FileTime } from './transfer-commands.ts';
import {
  chunksFrom,
  fileTimeOf,
  bundleCount,
  isIdentical,
  isUploadFailure,
  progressOf,
  putOutcome,
  resumeOffset,
  toWholeSeconds,
  MAX_SMALL_FILE_BYTES,
} from './transfer-rules.ts';

describe('uploads', () => {
  it('UPLOAD-09: equal size and equal time, as far as both know it', () => {
    const file = (mtime: string, size = 5) => ({ size, mtime });
    // A box that only stores whole seconds.
    expect(isIdentical({ size: 5, mtime_sec: 100 }, file('100.999'))).toBe(true);
    expect(isIdentical({ size: 5, mtime_sec: 100 }, file('100.000', 6))).toBe(false);
    expect(isIdentical({ size: 5, mtime_sec: 100 }, file('101.000'))).toBe(false);
    // A box with more digits, and files changed within the same second.
    const exact = { size: 5, mtime_sec: 100, mtime: '100.250700' };
    expect(isIdentical(exact, file('100.250'))).toBe(true);
    expect(isIdentical(exact, file('100.250700123'))).toBe(true);
    expect(isIdentical(exact, file('100.750'))).toBe(false);
    expect(isIdentical(exact, file('100.250701'))).toBe(false);
    expect(isIdentical(exact, file('100'))).toBe(true);
    // A time of 0 means unknown.
    expect(isIdentical({ size: 0, mtime_sec: 0 }, file('0.000', 0))).toBe(false);
  });

  it('a time has as many digits as are known, before 1970 too', () => {
    expect([1_600_000_000_007, 0, -1, -1500.5].map(fileTimeOf)).toEqual([
      '1600000000.007',
      '0.000',
      '-1.999',
      '-2.499',
    ]);
    expect(['1600000000.007', '5', '-2.499'].map(toWholeSeconds)).toEqual([1_600_000_000, 5, -2]);
    expect(['5.1', '-2.499', '0', '1600000000.123456789'].map((time) => FileTime.is(time))).not.toContain(false);
    expect(['', '5.', '.5', '1e3', ' 5', '5.1234567890', '+5'].map((time) => FileTime.is(time))).not.toContain(true);
  });

  it('UPLOAD-10 G-17: goes on from what both sides hold', () => {
    const known = { completed: 900, uuid: 'a', mtime: 7, reply: { uuid: 'a', start: 800 }, fileMtime: 7 };
    expect(resumeOffset(known)).toBe(800);
    expect(resumeOffset({ ...known, reply: { uuid: 'a', start: 1000 } })).toBe(900);
    expect(resumeOffset({ ...known, reply: { uuid: 'b', start: 800 } })).toBe(0);
    expect(resumeOffset({ ...known, fileMtime: 8 })).toBe(0);
    expect(resumeOffset({ ...known, reply: { uuid: 'a' } })).toBe(0);
  });

  it('G-17: chunks of 8 MiB in order cover exactly what is missing', () => {
    assert(
      property(integer({ min: 0, max: 50 * 1024 ** 2 }), integer({ min: 0, max: 50 * 1024 ** 2 }), (offset, size) => {
        let at = Math.min(offset, size);
        for (const { start, end } of chunksFrom(offset, size)) {
          expect(start).toBe(at);
          expect(end - start).toBeLessThanOrEqual(CHUNK_BYTES);
          at = end;
        }
        expect(at).toBe(offset < size ? size : Math.min(offset, size));
      }),
    );
    expect([...chunksFrom(0, 0)]).toEqual([]);
  });

  it('UPLOAD-05: small files that follow each other go together, within the limits of one bundle', () => {
    const files = (count: number, size = 10) => Array.from({ length: count }, (_, at) => ({ target: `/f${at}`, size }));
    expect([0, 7, 8, 100].map((count) => bundleCount(files(count)))).toEqual([0, 0, 8, 100]);
    expect(bundleCount(files(MAX_BUNDLE_FILES + 1))).toBe(MAX_BUNDLE_FILES);
    expect(bundleCount(files(MAX_BUNDLE_FILES, MAX_SMALL_FILE_BYTES))).toBe(MAX_BUNDLE_BYTES / MAX_SMALL_FILE_BYTES);
    expect(bundleCount(files(20, MAX_SMALL_FILE_BYTES + 1))).toBe(0);
    expect(bundleCount([...files(9), { target: '/large', size: MAX_SMALL_FILE_BYTES + 1 }, ...files(20)])).toBe(9);
    // The same target twice: the second file waits for the first.
    expect(bundleCount([...files(10), ...files(10)])).toBe(10);
  });

  it('SDK-B68 UPLOAD-32 ERR-154: 200 is error 0, anything else -1 with the status, 500 without one', () => {
    expect(putOutcome(null)).toEqual({ error: 0 });
    expect(putOutcome({ _tag: 'Http', status: 507, body: '' })).toEqual({
      error: -1,
      status: 507,
      message: 'HTTP 507',
    });
    expect(putOutcome({ _tag: 'Network', cause: null })).toEqual({ error: -1, status: 500, message: 'no connection' });
  });

  it('UPLOAD-13 UPLOAD-14 ERR-153: a cancellation is silent, other errors are failures', () => {
    expect(isUploadFailure({ _tag: 'Aborted' })).toBe(false);
    expect(isUploadFailure({ _tag: 'Timeout', ms: 1 })).toBe(true);
    expect(isUploadFailure({ _tag: 'Http', status: 404, body: '' })).toBe(true);
  });

  it('UPLOAD-07 G-18: 100 only when confirmed, 0 when failed', () => {
    expect([
      progressOf(100, 100, 2),
      progressOf(50, 100, 2),
      progressOf(100, 100, 1),
      progressOf(99, 100, -1),
      progressOf(0, 0, 2),
    ]).toEqual([99, 50, 100, 0, 0]);
    expect(progressOf(1, 3, 2)).toBe(33);
  });
});
