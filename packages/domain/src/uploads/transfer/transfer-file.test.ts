import type { BoxError } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { of, VirtualTimeScheduler } from 'rxjs';
import { beforeEach, expect, it } from 'vitest';
import { waitingTask } from '../../testing/upload-fixture.ts';
import { TestWholeFile, testFile, UploadBox } from '../../testing/upload-box.ts';
import { transferFile, type TransferProgress } from './transfer-file.ts';
import type { UploadId, UploadSource } from '../uploads.ts';

const MB = 1024 * 1024;
let scheduler: VirtualTimeScheduler;
let box: UploadBox;

beforeEach(() => {
  scheduler = new VirtualTimeScheduler();
  box = new UploadBox(scheduler);
});

/** All news of the upload of a file, in order. */
const news = (source: UploadSource): readonly TransferProgress[] => {
  const all: TransferProgress[] = [];
  const task = { ...waitingTask('film' as UploadId, 1), total: source.size };
  transferFile(box, task, source).subscribe((one) => all.push(one));
  scheduler.flush();
  return all;
};
const sent = (completed: number, held: boolean): TransferProgress => ({ step: 'sent', completed, held });
const started: TransferProgress = { step: 'started', uuid: 'uuid-1', completed: 0 };

it('what is on its way is told apart from what the box holds', () => {
  expect(news(testFile('film', 16 * MB))).toEqual([
    started,
    sent(4 * MB, false),
    sent(8 * MB, true),
    sent(12 * MB, false),
    sent(16 * MB, true),
    { step: 'finished' },
  ]);
});

it('a file in one body is held when the box has all of it', () => {
  expect(news(new TestWholeFile('film', 64 * MB))).toEqual([started, sent(32 * MB, false), { step: 'finished' }]);
});

it('a box that holds no more than before is not sent the same for ever', () => {
  box.put = () => of(right({ receivedBytes: 0 }));
  expect(news(testFile('film', 16 * MB))).toEqual([started, { step: 'failed', problem: { kind: 'malformed' } }]);
});

it('a box that says each time that it holds another number of bytes is believed once', () => {
  const asked: number[] = [];
  box.put = (_uuid, start) => {
    asked.push(start);
    // Otherwise it would never end.
    const body = JSON.stringify({ start: asked.length < 9 ? start + 1 : 'enough' });
    const conflict: BoxError = { _tag: 'Http', status: 409, body };
    return of(left(conflict));
  };
  expect(news(testFile('film', 16 * MB)).at(-1)).toMatchObject({ step: 'failed' });
  expect(asked).toEqual([0, 1]);
});
