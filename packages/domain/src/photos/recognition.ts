import type { AiConfig } from '@boxwood/box-sdk';
import type { Recognition, Thresholds } from '@boxwood/box-sdk/rules';
import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { Watch } from '../time/watchers.ts';

export type { AiConfig, Recognition, Thresholds };

/** How far the box is with grouping the faces; null before it was asked. */
export interface Regrouping {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
}

export interface RecognitionState {
  /** Null until the box told. */
  readonly recognition: Recognition | null;
  /** The thresholds, also while it is off. */
  readonly thresholds: Thresholds | null;
  readonly regrouping: Regrouping | null;
  readonly failure: Failure | null;
}

/** Recognition of pictures: on or off (STATE-25), its thresholds, and how far it is. Changing it is the administrator's. */
export interface PhotoRecognition {
  readonly state$: StateStream<RecognitionState>;
  refresh(): Outcome<null>;
  /** While somebody watches, running work is asked about every 5 s (P-21). */
  watch(): Watch;
  switchOn(): Outcome<null>;
  switchOff(): Outcome<null>;
  /** What a change of the thresholds would do to the groups; a screen asks before `rebuild` (PHOTO-14). */
  workOf(thresholds: Thresholds): 'none' | 'scan' | 'rebuild';
  setThresholds(thresholds: Thresholds): Outcome<null>;
  close(): void;
}
