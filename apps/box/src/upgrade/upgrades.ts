import { readFileSync } from 'node:fs';
import { GEN } from '@boxwood/command-bus';
import { type BoxModel, type Missing, type UpgradeStatus, VersionNumber } from '@boxwood/box-sdk';
import { compareVersions } from '@boxwood/box-sdk/rules';
import { NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';
import { str, struct } from '@boxwood/command-bus/codecs';
import type { Facts } from '../identity/facts.ts';
import { forgetFailed, readFailed } from '../launcher/places.ts';
import type { Logger } from '../log.ts';
import { defineJob, type Job, type JobKind } from '../runtime/job.ts';
import type { Jobs } from '../runtime/jobs.ts';
import { FIRMWARE } from '../system/firmware.ts';
import { Install, phaseOf, tidy, UpgradeFailed } from './install.ts';
import type { LauncherLine } from './launcher-line.ts';
import { type PublicKey, readPublicKey } from './minisign.ts';
import { keepOutcome, type Outcome, outcomeOf, readOutcome, sentenceOf, UPGRADE } from './outcome.ts';
import type { Source } from './source.ts';

interface Deps {
  readonly model: BoxModel;
  readonly releases: string;
  readonly dataDir: string;
  readonly stateDir: string;
  /** The file with the public key that this box trusts. */
  readonly keyFile: string;
  readonly source: Source;
  /** Null when the box was not started by a launcher. */
  readonly line: LauncherLine | null;
  readonly facts: Pick<Facts, 'get' | 'set'>;
  readonly jobs: Pick<Jobs, 'begin' | 'list' | 'unfinished'>;
  /** Whether something runs that a restart must not interrupt. */
  readonly isBusy: () => Promise<boolean>;
  /** Sends a message to every administrator. */
  readonly tell: (sentence: string) => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const Input = struct({ version: str });

/** Platform of this machine, as it stands in the name of a package. */
const PLATFORM = `${process.platform}-${process.arch}`;

/** What the box lists as missing when it has no launcher. */
const NO_LAUNCHER: Missing = { what: 'launch.js', get: 'node launch.js' };
const NO_KEY: Missing = { what: 'release.pub', get: '--upgrade-key FILE' };

/**
 * Upgrades of this box: a job downloads them, the launcher starts them, and administrators are notified of failures.
 */
export class Upgrades {
  readonly #deps: Deps;
  readonly job: JobKind<{ readonly version: string }>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.job = defineJob({
      kind: 'upgrade',
      input: Input,
      restart: 'again',
      keep: 1,
      turn: () => ({ resource: 'upgrade', atOnce: 1, each: 'box' }),
      run: async (running) => {
        const { version } = running.job.input;
        // The old or the new version resumes a job that the other one began.
        if (compareVersions(version, this.#version) <= 0) return;
        const left = this.#outcome;
        if (left?.job === running.job.id) throw new UpgradeFailed(UPGRADE.flash, left.why);
        const { line } = deps;
        if (line === null) throw new UpgradeFailed(UPGRADE.flash, 'launcher');
        try {
          const wanted = () => ({ model: deps.model, version, platform: PLATFORM });
          await new Install({ ...deps, line, key: () => this.#key(), wanted }, version, running).run();
          deps.log.info({ version }, 'the launcher starts another version');
        } catch (failure) {
          if (!running.signal.aborted) await this.#left(running.job, failure);
          throw failure;
        }
      },
      endingOf: (failure) =>
        failure instanceof UpgradeFailed
          ? { code: failure.code, message: failure.message, isFault: false }
          : { code: UPGRADE.flash, message: '', isFault: true },
      clean: () => {
        tidy(deps.releases, 'nothing');
        return Promise.resolve();
      },
    });
    this.#hear();
  }

  get #version(): string {
    return FIRMWARE[this.#deps.model];
  }

  get #outcome(): Outcome | null {
    return readOutcome(this.#deps.facts);
  }

  #key(): PublicKey | null {
    try {
      return readPublicKey(readFileSync(this.#deps.keyFile, 'utf8'));
    } catch {
      return null;
    }
  }

  /** What an upgrade needs and this box lacks; empty when an upgrade is possible. */
  get missing(): readonly Missing[] {
    return [...(this.#deps.line === null ? [NO_LAUNCHER] : []), ...(this.#key() === null ? [NO_KEY] : [])];
  }

  /** Whether an upgrade is running. */
  isRunning(): boolean {
    return this.#deps.jobs.unfinished(this.job).length > 0;
  }

  /**
   * B101. @throws Refusal 2 when an upgrade runs or a restart would interrupt something; 3 not offered; 11 not a newer
   * version
   */
  async start(version: string): Promise<string> {
    if (this.missing.length > 0) throw new Refusal(GEN.failed, NOT_OFFERED);
    if (!VersionNumber.is(version) || compareVersions(version, this.#version) <= 0) throw new Refusal(GEN.invalid);
    if (this.isRunning() || (await this.#deps.isBusy())) throw new Refusal(GEN.busy);
    // Another caller may have started one during the check above.
    if (this.isRunning()) throw new Refusal(GEN.busy);
    return this.#deps.jobs.begin(this.job, { owner: null, input: { version }, name: version, total: 100 });
  }

  /** X17: the running upgrade, or else the outcome of the last one. */
  status(): UpgradeStatus {
    const last = this.#last();
    const left = this.#outcome;
    if (last?.state === 'waiting' || last?.state === 'running')
      return {
        running: 1,
        version: last.input.version,
        progress: last.done,
        code: last.code,
        phase: phaseOf(last.done),
      };
    if (left !== null && (last === undefined || left.job === last.id))
      return { running: 0, version: left.version, progress: 0, code: left.code };
    if (last === undefined) return { running: 0, version: '', progress: 0, code: 0 };
    const { version } = last.input;
    if (last.state === 'failed')
      return { running: 0, version, progress: 0, code: Math.max(last.code, UPGRADE.download) };
    // The upgrade is done only when the new version runs.
    return compareVersions(version, this.#version) <= 0
      ? { running: 0, version, progress: 100, code: UPGRADE.done }
      : { running: 1, version, progress: 99, code: 2, phase: 'flash' };
  }

  /** Imports the failure that the launcher recorded for a release. */
  #hear(): void {
    const { releases, facts } = this.#deps;
    const failed = readFailed(releases);
    if (failed === null) return;
    if (compareVersions(failed.version, this.#version) > 0)
      keepOutcome(facts, outcomeOf(failed, this.#last()?.id ?? ''));
    forgetFailed(releases);
  }

  #last(): Job<{ readonly version: string }> | undefined {
    return this.#deps.jobs.list(this.job, { owner: null }, 0, 1)[0];
  }

  async #left({ id, input: { version } }: Job<{ readonly version: string }>, failure: unknown): Promise<void> {
    const known = failure instanceof UpgradeFailed ? failure : new UpgradeFailed(UPGRADE.flash, 'disk');
    const { code, why } = known;
    keepOutcome(this.#deps.facts, { job: id, version, code, why, told: 0, restored: 0 });
    await this.tellLeft();
  }

  /**
   * Notifies the administrators once of a failed upgrade. When the account service is unreachable, the next contact
   * retries.
   */
  async tellLeft(): Promise<void> {
    const { facts, tell, log } = this.#deps;
    const left = this.#outcome;
    if (left === null || left.told === 1) return;
    try {
      await tell(sentenceOf(left, this.#version));
      keepOutcome(facts, { ...left, told: 1 });
    } catch (failure) {
      log.warn({ err: failure }, 'the administrators could not be told of an upgrade that failed');
    }
  }
}
