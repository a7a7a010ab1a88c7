/** Selects the message for the outcome of a batch (`@boxwood/box-sdk/messages` has the texts). */

/** Outcome of a batch: how many succeeded and how many failed. */
export interface BatchCounts {
  readonly done: number;
  readonly failed: number;
}

const batchOutcome =
  <const A extends string, const N extends string, const M extends string>(all: A, none: N, mixed: M) =>
  ({ done, failed }: BatchCounts) => {
    if (done === 0) return { issue: none } as const;
    return failed === 0 ? ({ issue: all } as const) : ({ issue: mixed, done, failed } as const);
  };

/** RENAME-14 to RENAME-16, ERR-146 to ERR-148. */
export const renameOutcome = batchOutcome('file.renamed', 'file.renameFailed', 'file.renameMixed');
/** FILES-64, ERR-149 to ERR-152: moves, copies, compressing, extracting. */
export const transferOutcome = batchOutcome('transfer.submitted', 'transfer.failed', 'transfer.mixed');
