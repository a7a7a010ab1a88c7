import { UPGRADE_NOTICE_REASONS, noticeText } from '@boxwood/account-sdk/rules';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { decode, int, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { Facts } from '../../server/identity/facts.ts';
import type { FailedRelease } from '../../bin/launcher/release-files.ts';

/** OPS codes of an upgrade, from 6 on (section 1.13). */
export const UPGRADE_CODES = { done: 5, download: 6, check: 7, flash: 8, space: 9 } as const;
export type UpgradeFailure = 6 | 7 | 8 | 9;

const UpgradeFailureReason = oneOf(UPGRADE_NOTICE_REASONS);
/** The reason of a failed upgrade, more precise than its code. */
export type UpgradeFailureReason = TypeOf<typeof UpgradeFailureReason>;

const UpgradeOutcome = struct({
  job: str,
  version: str,
  code: int,
  why: UpgradeFailureReason,
  told: int,
  restored: int,
});
/** A failed upgrade: its job, and whether the administrators were notified. */
export type UpgradeOutcome = TypeOf<typeof UpgradeOutcome>;

const OUTCOME_FACT = 'upgrade';

export const readOutcome = (facts: Pick<Facts, 'get'>): UpgradeOutcome | null => {
  const parsed = parseJson(facts.get(OUTCOME_FACT) ?? '');
  const read = parsed._tag === 'Right' ? decode(UpgradeOutcome, parsed.right) : parsed;
  return read._tag === 'Right' ? read.right : null;
};
export const storeOutcome = (facts: Pick<Facts, 'set'>, outcome: UpgradeOutcome): void =>
  facts.set(OUTCOME_FACT, JSON.stringify(outcome));

/** Converts the failure that the launcher recorded into an outcome of the given job. */
export const outcomeOf = ({ version, why, restored }: FailedRelease, job: string): UpgradeOutcome => ({
  job,
  version,
  why,
  restored,
  told: 0,
  code: why === 'backup' ? UPGRADE_CODES.space : UPGRADE_CODES.flash,
});

/** The text that administrators receive (message type 3); the desktop translates it. */
export const failureNotice = ({ version, why, restored }: UpgradeOutcome, runningVersion: string): string =>
  noticeText({ kind: 'notUpgraded', version, why, runs: runningVersion, restored: restored === 1 });
