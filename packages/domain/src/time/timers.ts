import { TIMERS as PRODUCT } from '@boxwood/box-sdk/rules';

/** Every interval of the domain in milliseconds: the product's own (CONST-19 to CONST-26, CONST-77), and those between them. */
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
  /** G-19: the stored upload list is written at most this often. */
  uploadSave: 1_000,
  /** G-18: window over which upload speed is measured. */
  uploadSpeed: 1_000,
  /** Longest pause between two tries of a poll that keeps failing. */
  backoffMax: 300_000,
  /** Product rule: how long an undo offer stays. */
  undoOffer: 10_000,
  /** After a call without an answer, until the line counts as lost (G-28). */
  recheck: 1_000,
  /** What could not be read is asked for again. */
  again: 3_000,
  /** The folders that are shown have to stay for so long before the box is asked about them. */
  changeSettle: 200,
  /** Between two answers of the box about changes; doubled while they come one upon the other, up to the longest: what changes shows within a second. */
  changePause: 250,
  changePauseMost: 500,
  /** A call that takes longer is told of. */
  late: 3_000,
  /** Flush of the event log. */
  logFlush: 250,
} as const);
