import { describe, expect, it } from 'vitest';
import {
  checkCancel,
  completedBytesOf,
  isActiveTask,
  operationPhaseOf,
  taskTabOf,
  taskStateOf,
  toggleActionOf,
} from './task-rules.ts';

const STATES = [-1, 0, 1, 2, 3] as const;

describe('tasks', () => {
  it('TASK-04 to TASK-08: states', () => {
    expect([-7, -1, 0, 1, 2, 3, 9].map(taskStateOf)).toEqual([-1, -1, 0, 1, 2, 3, 2]);
  });

  it('STATE-09: waiting, running and paused light the dot', () => {
    expect(STATES.filter(isActiveTask)).toEqual([0, 2, 3]);
  });

  it('TASK-01: what is done is what the box says, else what its percentage means; a finished task is done whole', () => {
    const of = (tb_state: number, tb_completed: number, tb_progress: number) =>
      completedBytesOf({ tb_state, tb_completed, tb_progress, tb_total: 200 });
    expect([of(2, 70, 10), of(2, 0, 25), of(1, 0, 0), of(0, 0, 0), of(2, 0, 900)]).toEqual([70, 50, 200, 0, 200]);
  });

  it('TASK-11 G-22: progress codes', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map(operationPhaseOf)).toEqual([
      'running',
      'running',
      'running',
      'cancelling',
      'cancelling',
      'done',
      'failed',
      'failed',
    ]);
  });

  it('TASK-09: a running task is paused first', () => {
    expect(STATES.filter((s) => checkCancel(s).ok)).toEqual([-1, 0, 1, 3]);
    expect(checkCancel(2)).toEqual({ ok: false, issue: 'task.pauseFirst' });
  });

  it('TASK-10: double-click pauses or resumes', () => {
    expect(STATES.map(toggleActionOf)).toEqual(['none', 'pause', 'none', 'pause', 'resume']);
  });

  it('TASK-03 P-06: tabs', () => {
    expect(STATES.map(taskTabOf)).toEqual(['failed', 'waiting', 'completed', 'processing', 'waiting']);
  });
});
