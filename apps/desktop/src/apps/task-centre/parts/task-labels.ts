import { OPS } from '@boxwood/box-sdk';
import type { BoxTask, UploadState } from '@boxwood/domain';
import type { ProgressState } from '@boxwood/ui';

/** Colour of a state: failed red, success green, processing blue, paused orange (TASK-04 to TASK-08). */
export const progressStateOf = (state: BoxTask['state'] | UploadState): ProgressState => {
  switch (state) {
    case -1:
      return 'failed';
    case 0:
      return 'waiting';
    case 1:
      return 'success';
    case 2:
      return 'processing';
    case 3:
      return 'paused';
  }
};

/** Message key of a state. A running operation may be one that is being cancelled (TASK-11). */
export const taskStateMessageKey = (state: BoxTask['state'] | UploadState, code = 0) => {
  switch (state) {
    case -1:
      return 'stateFailed' as const;
    case 0:
      return 'stateWaiting' as const;
    case 1:
      return 'stateDone' as const;
    case 2:
      return code === OPS.cancelling || code === OPS.cleaning
        ? ('stateCancelling' as const)
        : ('stateProcessing' as const);
    case 3:
      return 'statePaused' as const;
  }
};

/** Message key of a file type code (CONST-73). */
export const fileKindMessageKey = (type: number) => {
  switch (type) {
    case 1:
      return 'kindAudio' as const;
    case 2:
      return 'kindVideo' as const;
    case 3:
      return 'kindImage' as const;
    case 4:
      return 'kindDocument' as const;
    case 5:
    case 100:
      return 'kindFolder' as const;
    default:
      return 'kindFile' as const;
  }
};

/** Seconds until the task completes at this speed, rounded up; null when unknown. */
export const secondsLeft = (total: number, completed: number, speed: number): number | null =>
  speed > 0 && total > completed ? Math.ceil((total - completed) / speed) : null;
