import { describe, expect, it } from 'vitest';
import { progressStateOf, secondsLeft, taskStateMessageKey } from './task-labels.ts';

describe('states of a task', () => {
  it('TASK-04 TASK-05 TASK-06 TASK-07 TASK-08: each state has its colour and its word', () => {
    expect([-1, 0, 1, 2, 3].map((state) => progressStateOf(state as -1))).toEqual([
      'failed',
      'waiting',
      'success',
      'processing',
      'paused',
    ]);
    expect(taskStateMessageKey(-1)).toBe('stateFailed');
    expect(taskStateMessageKey(3)).toBe('statePaused');
  });

  it('TASK-11: codes 3 and 4 of a running operation are cancelling, 0 to 2 running', () => {
    expect([0, 1, 2].map((code) => taskStateMessageKey(2, code))).toEqual([
      'stateProcessing',
      'stateProcessing',
      'stateProcessing',
    ]);
    expect([3, 4].map((code) => taskStateMessageKey(2, code))).toEqual(['stateCancelling', 'stateCancelling']);
  });

  it('tells the time left only when it can be known', () => {
    expect(secondsLeft(100, 40, 20)).toBe(3);
    expect(secondsLeft(100, 40, 0)).toBeNull();
    expect(secondsLeft(100, 100, 20)).toBeNull();
  });
});
