import type { TypeOf } from '@boxwood/command-bus/codecs';
import { decode, int, oneOf, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { Facts } from '../identity/facts.ts';
import type { Failed } from '../launcher/places.ts';

/** OPS of an upgrade, from 6 on (section 1.13). */
export const UPGRADE = { done: 5, download: 6, check: 7, flash: 8, space: 9 } as const;
export type UpgradeFailure = 6 | 7 | 8 | 9;

const Reason = oneOf([
  ...(['download', 'signature', 'other', 'damaged', 'space', 'disk', 'launcher'] as const),
  ...(['ended', 'silent', 'backup', 'broken'] as const),
]);
/** Why an upgrade failed, more closely than its number says. */
export type Reason = TypeOf<typeof Reason>;

const Outcome = struct({ job: str, version: str, code: int, why: Reason, told: int, restored: int });
/** An upgrade that failed, by its job, and whether the administrators know. */
export type Outcome = TypeOf<typeof Outcome>;

const FACT = 'upgrade';

export const readOutcome = (facts: Pick<Facts, 'get'>): Outcome | null => {
  const parsed = parseJson(facts.get(FACT) ?? '');
  const read = parsed._tag === 'Right' ? decode(Outcome, parsed.right) : parsed;
  return read._tag === 'Right' ? read.right : null;
};
export const keepOutcome = (facts: Pick<Facts, 'set'>, outcome: Outcome): void =>
  facts.set(FACT, JSON.stringify(outcome));

/** What a launcher wrote down, as an outcome of the job that brought it. */
export const outcomeOf = ({ version, why, restored }: Failed, job: string): Outcome => ({
  ...{ job, version, why, restored, told: 0 },
  code: why === 'backup' ? UPGRADE.space : UPGRADE.flash,
});

const BECAUSE: Readonly<Record<Reason, string>> = {
  download: 'it could not be downloaded',
  signature: 'it is not signed with the key that this box trusts',
  other: 'it is signed for another model, machine or version',
  damaged: 'what came is not what was signed',
  space: 'there is not enough space',
  disk: 'it could not be written',
  launcher: 'the launcher did not take it',
  ended: 'it ended before it was ready',
  silent: 'it was not ready in time',
  backup: 'the databases could not be backed up before it',
  broken: 'its folder is not whole',
};

/** What administrators are told (message type 3). */
export const sentenceOf = ({ version, why, restored }: Outcome, runs: string): string =>
  `The update to version ${version} was not made: ${BECAUSE[why]}. Version ${runs} runs as before${
    restored === 1
      ? ', with its databases as they were before the update. What was written into them since is kept beside the backups'
      : '. Nothing was lost'
  }.`;
