import { describe, expect, it } from 'vitest';
import { uploadProgressText } from './use-tab-title.ts';

const none = {
  waiting: 0,
  processing: 0,
  paused: 0,
  failed: 0,
  finished: 0,
  bytesTotal: 0,
  bytesDone: 0,
  bytesFinished: 0,
  speed: 0,
  active: false,
};

describe('uploads in the title of the tab', () => {
  it.each([
    ['nothing under way', { finished: 3, failed: 1 }, ''],
    ['one file', { processing: 1, bytesTotal: 300, bytesDone: 100 }, '↑ 33 %'],
    ['one that is empty', { processing: 1 }, '↑ 1'],
    ['several', { processing: 1, waiting: 11, bytesTotal: 300, bytesDone: 100 }, '↑ 12'],
    ['one beside a paused one, whose bytes count too', { processing: 1, paused: 1, bytesTotal: 300 }, '↑ 1'],
    ['paused only', { paused: 2, bytesTotal: 300 }, ''],
  ])('%s', (_, summary, sign) => {
    expect(uploadProgressText({ ...none, ...summary })).toBe(sign);
  });
});
