import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, int, matching, oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Numbers with dots, for example `1.0.1018`. */
export const VersionNumber = matching('version', /^[0-9]{1,9}(?:\.[0-9]{1,9}){0,4}$/);

/** Phases of an upgrade, in this order (P-25). */
export const UpgradePhase = oneOf(['download', 'check', 'flash']);
export type UpgradePhase = TypeOf<typeof UpgradePhase>;

/**
 * Progress of an upgrade, or result of the last one. `progress` in percent: below 60 downloading, below 70 checking,
 * then writing; at 99 the box is about to restart. `code` (OPS) 0 waiting, 1 downloading and checking, 2 writing, 5
 * done; 6 download failed, 7 check failed, 8 flash failed, or the new version did not run and the previous one was
 * restored, 9 not enough space. `phase` is a Boxwood extension (docs/protocol.md): the current phase of a running
 * upgrade; a box of the specification does not send it.
 */
export const UpgradeStatus = struct(
  {
    /** 1: an upgrade is running. */
    running: flag,
    /** Version of the current or last upgrade; empty: none. */
    version: str,
    /** Percent: below 60 downloading, below 70 checking, then writing. */
    progress: int,
    /** 0 waiting, 1 downloading and checking, 2 writing, 5 done; 6 to 9 failed, see `OPS`. */
    code: int,
  },
  { phase: UpgradePhase },
  'UpgradeStatus',
);
export type UpgradeStatus = TypeOf<typeof UpgradeStatus>;
