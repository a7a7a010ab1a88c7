import { left } from '@boxwood/command-bus';
import type { BoxError } from '@boxwood/command-bus';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { HOME, chosen, queue, UploadFixture, taskNamed, states, noticesOf } from '../testing/upload-fixture.ts';
import { testFile } from '../testing/upload-box.ts';

const MB = 1024 * 1024;

describe('uploads', () => {
  it('UPLOAD-07, UPLOAD-13: a refusal marks the task failed with progress 0, and the next one starts; STATE-08: retry is explicit', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    let refuse = true;
    bed.box.fault = (call) => (call === 'finish' && refuse ? 'refused' : 'none');
    queue(page, [testFile('a', 10)]);
    bed.pass(100);
    expect(taskNamed(page, 'a')).toMatchObject({
      state: -1,
      progress: 0,
      problem: { kind: 'refused', family: 'GEN', code: 3 },
    });
    refuse = false;
    queue(page, [testFile('b', 10)]);
    bed.pass(100);
    expect(states(page)).toEqual({ a: -1, b: 1 });
    page.uploads.resume(taskNamed(page, 'a').id);
    expect(taskNamed(page, 'a').state).toBe(-1);
    page.uploads.retry(taskNamed(page, 'a').id);
    bed.pass(100);
    expect(taskNamed(page, 'a')).toMatchObject({ state: 1, problem: null });
  });

  it('a lost line is tried again by itself and continues; after that the task fails', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    let lost = 2;
    bed.box.fault = (call) => (call === 'put' && (lost -= 1) >= 0 ? 'after' : 'none');
    queue(page, [testFile('a', 10 * MB)]);
    bed.pass(100_000);
    expect(taskNamed(page, 'a').state).toBe(1);
    expect(bed.box.files.get('/mnt/usb1/ann/a')?.size).toBe(10 * MB);
    bed.box.fault = () => 'before';
    queue(page, [testFile('b', 10), testFile('c', 10)]);
    bed.pass(1000);
    expect(taskNamed(page, 'b').state).toBe(0);
    bed.pass(100_000);
    expect(taskNamed(page, 'b')).toMatchObject({ state: -1, problem: { kind: 'network' } });
    bed.box.fault = () => 'none';
    page.uploads.retryAll();
    bed.pass(1000);
    expect(states(page)).toEqual({ a: 1, b: 1, c: 1 });
  });

  it('G-17: a 409 names the right start; the client continues there once', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('a', 20 * MB)]);
    bed.pass(25);
    const part = bed.box.parts.get('uuid-1');
    if (part !== undefined) part.held = 12 * MB;
    bed.pass(1000);
    expect(taskNamed(page, 'a').state).toBe(1);
    expect(bed.box.calls.filter((call) => call === 'put')).toHaveLength(3);
  });

  it('a box that lost the transfer, answers nonsense, or stands still fails with its status', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.fault = (call) => (call === 'put' ? 'forgotten' : 'none');
    queue(page, [testFile('a', 10)]);
    bed.pass(100);
    expect(taskNamed(page, 'a').problem).toEqual({ kind: 'http', status: 404 });
    const bad = testFile('b', 10);
    queue(page, [
      {
        ...bad,
        slice: () => {
          throw new DOMException('gone', 'NotReadableError');
        },
      },
    ]);
    bed.box.fault = () => 'none';
    bed.pass(100);
    expect(taskNamed(page, 'b').problem).toEqual({ kind: 'unreadable' });
    queue(page, [{ ...testFile('c', 10), slice: () => new Blob() }]);
    bed.pass(100);
    expect(taskNamed(page, 'c').problem).toEqual({ kind: 'malformed' });
  });

  it('what was chosen while there is no line waits for it; a refused look for conflicts or a failed folder is the result of the action', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.fault = () => 'before';
    const results: unknown[] = [];
    page.uploads.plan(HOME, chosen(testFile('a', 1))).subscribe((result) => results.push(result._tag));
    page.uploads
      .submit({ location: HOME, chosen: [], folders: ['Empty'], conflicts: [] })
      .subscribe((result) => results.push(result._tag));
    bed.pass(100);
    expect(results).toEqual(['Left']);
    expect(noticesOf(page)).toEqual(['upload.again']);
    bed.retry$.next(null);
    bed.pass(100);
    expect(results).toEqual(['Left']);
    bed.box.fault = () => 'none';
    bed.retry$.next(null);
    bed.pass(100);
    expect(results).toEqual(['Left', 'Right']);
    expect(noticesOf(page)).toEqual([]);
    bed.box.findExisting = () => of(left<BoxError>({ _tag: 'Refused', family: 'GEN', code: 13, fields: {} }));
    page.uploads.plan(HOME, chosen(testFile('a', 1))).subscribe((result) => results.push(result._tag));
    expect(results).toEqual(['Left', 'Right', 'Left']);
  });

  it('while the line is lost nothing fails: the upload goes on when it is back', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.fault = () => 'before';
    queue(page, [testFile('a', 10 * MB), testFile('b', 10 * MB)]);
    bed.pass(2_000);
    bed.connection.set('lost');
    bed.pass(600_000);
    expect(states(page)).toEqual({ a: 0, b: 0 });
    bed.box.fault = () => 'none';
    bed.connection.set('ok');
    bed.retry$.next(null);
    bed.pass(1_000);
    expect(states(page)).toEqual({ a: 1, b: 1 });
    expect(noticesOf(page)).not.toContain('upload.again');
  });

  it('UPLOAD-14, ERR-153: a cancelled request is silent: no failed state, no message, the task waits', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const put = bed.box.put.bind(bed.box);
    bed.box.put = () => of(left<BoxError>({ _tag: 'Aborted' }));
    queue(page, [testFile('a', 10), testFile('b', 10)]);
    const told = noticesOf(page).length;
    bed.pass(15);
    expect(taskNamed(page, 'a')).toMatchObject({ state: 3, problem: null });
    bed.box.put = put;
    bed.pass(1000);
    expect(states(page)['a']).toBe(3);
    expect(noticesOf(page).length).toBeLessThanOrEqual(told);
    page.uploads.resumeAll();
    bed.pass(1000);
    expect(states(page)).toEqual({ a: 1, b: 1 });
  });

  it('UPLOAD-32: a status other than 200 fails with that status; nonsense in a 409 is no start', async () => {
    for (const [status, body] of [
      [507, ''],
      [413, ''],
      [409, '{'],
      [409, '{"start":-1}'],
      [409, 'null'],
    ] as const) {
      const bed = new UploadFixture();
      const page = await bed.open();
      bed.box.put = () => of(left<BoxError>({ _tag: 'Http', status, body }));
      queue(page, [testFile('a', 10)]);
      bed.pass(100);
      expect(taskNamed(page, 'a')).toMatchObject({ state: -1, problem: { kind: 'http', status } });
    }
    // A server error is retried before the upload fails.
    const troubled = new UploadFixture();
    const waiting = await troubled.open();
    troubled.box.put = () => of(left<BoxError>({ _tag: 'Http', status: 500, body: '' }));
    queue(waiting, [testFile('a', 10)]);
    troubled.pass(12_000);
    expect(taskNamed(waiting, 'a').state).toBe(2);
    expect(noticesOf(waiting)).toEqual(['upload.again']);
    troubled.pass(3_000);
    expect(taskNamed(waiting, 'a')).toMatchObject({ state: -1, problem: { kind: 'http', status: 500 } });
    expect(noticesOf(waiting)).toEqual(['upload.failed']);
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.finish = () => of(left<BoxError>({ _tag: 'Malformed', at: 'result', issues: [] }));
    queue(page, [testFile('a', 10)]);
    bed.pass(100);
    expect(taskNamed(page, 'a').problem).toEqual({ kind: 'malformed' });
  });

  it('a file that is let go while a lost line waits for its next try is not tried again', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.fault = (call) => (call === 'put' ? 'before' : 'none');
    queue(page, [testFile('a', 10)]);
    bed.pass(100);
    page.uploads.clearAll();
    bed.box.calls.length = 0;
    bed.pass(60_000);
    expect(bed.box.calls).toEqual([]);
  });
});
