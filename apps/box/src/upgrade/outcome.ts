import { NOT_UPGRADED_REASONS, noticeText } from '@boxwood/account-sdk/rules';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { decode, int, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { Facts } from '../identity/facts.ts';
import type { Failed } from '../launcher/places.ts';

/** OPS codes of an upgrade, from 6 on (section 1.13). */
export const UPGRADE = { done: 5, download: 6, check: 7, flash: 8, space: 9 } as const;
export type UpgradeFailure = 6 | 7 | 8 | 9;

const Reason = oneOf(NOT_UPGRADED_REASONS);
/** The reason of a failed upgrade, more precise than its code. */
export type Reason = TypeOf<typeof Reason>;

const Outcome = struct({ job: str, version: str, code: int, why: Reason, told: int, restored: int });
/** A failed upgrade: its job, and whether the administrators were notified. */
export type Outcome = TypeOf<typeof Outcome>;

const FACT = 'upgrade';

export const readOutcome = (facts: Pick<Facts, 'get'>): Outcome | null => {
  const parsed = parseJson(facts.get(FACT) ?? '');
  const read = parsed._tag === 'Right' ? decode(Outcome, parsed.right) : parsed;
  return read._tag === 'Right' ? read.right : null;
};
export const keepOutcome = (facts: Pick<Facts, 'set'>, outcome: Outcome): void =>
  facts.set(FACT, JSON.stringify(outcome));

/** Converts the failure that the launcher recorded into an outcome of the given job. */
export const outcomeOf = ({ version, why, restored }: Failed, job: string): Outcome => ({
  job,
  version,
  why,
  restored,
  told: 0,
  code: why === 'backup' ? UPGRADE.space : UPGRADE.flash,
});

/** The text that administrators receive (message type 3); the desktop translates it. */
export const sentenceOf = ({ version, why, restored }: Outcome, runs: string): string =>
  noticeText({ kind: 'notUpgraded', version, why, runs, restored: restored === 1 });
