import { TIMERS_MS as PRODUCT } from '@boxwood/box-sdk/rules';

/** All intervals of the domain in ms: those of the product (CONST-19 to CONST-26, CONST-77), and internal ones. */
export const TIMERS = Object.freeze({
  ...PRODUCT,
  /** CONST-26, FILES-04: search after Enter. */
  searchDebounce: PRODUCT.enterDebounce,
  /** CONST-77: a lazily loaded part of the page. */
  chunkLoad: PRODUCT.lazyChunk,
  /** P-06: task poll while the task centre shows unfinished tasks. */
  tasksWatched: 3_000,
  /** G-39: disk space of the monitor. */
  statusDisks: 60_000,
  /** G-19: minimum interval between writes of the stored upload list. */
  uploadSave: 1_000,
  /** G-18: window over which upload speed is measured. */
  uploadSpeed: 1_000,
  /** Maximum interval of a poll that keeps failing. */
  backoffMax: 300_000,
  /** Product rule: display time of an undo offer. */
  undoOffer: 10_000,
  /** Interval of the checks after a call without a response, until the connection counts as lost (G-28). */
  recheck: 1_000,
  /** Interval of retries of failed reads. */
  retry: 3_000,
  /** How long the shown folders must stay unchanged before the box is asked for their changes. */
  changeSettle: 200,
  /**
   * Pause between two change requests; doubled while changes follow each other, up to the maximum. Changes show within
   * a second.
   */
  changePause: 250,
  changePauseMax: 500,
  /** A call that takes longer is reported as slow. */
  slowCall: 3_000,
  /** Flush interval of the event log. */
  logFlush: 250,
} as const);
