import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, int, matching, oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Numbers with dots, for example `1.0.1018`. */
export const VersionNumber = matching('version', /^[0-9]{1,9}(?:\.[0-9]{1,9}){0,4}$/);

/** What is done to a version, in this order (P-25). */
export const UpgradePhase = oneOf(['download', 'check', 'flash']);
export type UpgradePhase = TypeOf<typeof UpgradePhase>;

/**
 * How an upgrade goes, or how the last one ended. `progress` in percent: below 60 it is downloaded, below 70 checked, then written to its place; at 99
 * the box is about to restart. `code` (OPS) 0 while it waits, 1 while it is downloaded and checked, 2 while it is written, 5 done; 6 download failed,
 * 7 check failed, 8 flash failed, or the new version did not run and the one of before does, 9 not enough space. `phase` is ours (docs/protocol.md):
 * what is done while one runs; a box of the specification does not say it.
 */
export const UpgradeStatus = struct(
  {
    /** 1: one goes on. */
    running: flag,
    /** The version that it is about, or was about last; empty: none. */
    version: str,
    /** Percent: below 60 it comes, below 70 it is checked, then it is written. */
    progress: int,
    /** 0 waits, 1 comes and is checked, 2 is written, 5 done; 6 to 9 failed: why, as `OPS`. */
    code: int,
  },
  { phase: UpgradePhase },
  'UpgradeStatus',
);
export type UpgradeStatus = TypeOf<typeof UpgradeStatus>;
