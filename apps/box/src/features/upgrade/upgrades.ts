import { readFileSync } from 'node:fs';
import { GEN } from '@boxwood/command-bus';
import { type BoxModel, type Missing, type UpgradeStatus, VersionNumber } from '@boxwood/box-sdk';
import { compareVersions } from '@boxwood/box-sdk/rules';
import { NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';
import { str, struct } from '@boxwood/command-bus/codecs';
import type { Facts } from '../../server/identity/facts.ts';
import { forgetFailed, readFailed } from '../../bin/launcher/release-files.ts';
import type { Logger } from '../../platform/log.ts';
import { defineJob, type Job, type JobKind } from '../../runtime/job.ts';
import type { Jobs } from '../../runtime/jobs.ts';
import { FIRMWARE } from '../system/firmware.ts';
import { ReleaseInstall, phaseOf, removeUnfinished, UpgradeFailed } from './install-release.ts';
import type { LauncherConnection } from './launcher-connection.ts';
import { type MinisignPublicKey, parsePublicKey } from './minisign.ts';
import {
  storeOutcome,
  type UpgradeOutcome,
  outcomeOf,
  readOutcome,
  failureNotice,
  UPGRADE_CODES,
} from './upgrade-outcome.ts';
import type { PackageSource } from './package-source.ts';

interface UpgradesDeps {
  readonly model: BoxModel;
  readonly releases: string;
  readonly dataDir: string;
  readonly stateDir: string;
  /** The file with the public key that this box trusts. */
  readonly keyFile: string;
  readonly source: PackageSource;
  /** Null when the box was not started by a launcher. */
  readonly launcher: LauncherConnection | null;
  readonly facts: Pick<Facts, 'get' | 'set'>;
  readonly jobs: Pick<Jobs, 'begin' | 'list' | 'unfinished'>;
  /** Whether something runs that a restart must not interrupt. */
  readonly isBusy: () => Promise<boolean>;
  /** Sends a message to every administrator. */
  readonly notifyAdministrators: (text: string) => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const UpgradeInput = struct({ version: str });

/** Platform of this machine, as it stands in the name of a package. */
const PLATFORM = `${process.platform}-${process.arch}`;

/** What the box lists as missing when it has no launcher. */
const NO_LAUNCHER: Missing = { what: 'launch.js', get: 'node launch.js' };
const NO_KEY: Missing = { what: 'release.pub', get: '--upgrade-key FILE' };

/**
 * Upgrades of this box: a job downloads them, the launcher starts them, and administrators are notified of failures.
 */
export class Upgrades {
  readonly #deps: UpgradesDeps;
  readonly job: JobKind<{ readonly version: string }>;

  constructor(deps: UpgradesDeps) {
    this.#deps = deps;
    this.job = defineJob({
      kind: 'upgrade',
      input: UpgradeInput,
      restart: 'again',
      keep: 1,
      slot: () => ({ resource: 'upgrade', atOnce: 1, each: 'box' }),
      run: async (running) => {
        const { version } = running.job.input;
        // The old or the new version resumes a job that the other one began.
        if (compareVersions(version, this.#version) <= 0) return;
        const outcome = this.#outcome;
        if (outcome?.job === running.job.id) throw new UpgradeFailed(UPGRADE_CODES.flash, outcome.why);
        const { launcher } = deps;
        if (launcher === null) throw new UpgradeFailed(UPGRADE_CODES.flash, 'launcher');
        try {
          const targetFor = () => ({ model: deps.model, version, platform: PLATFORM });
          await new ReleaseInstall({ ...deps, launcher, key: () => this.#key(), targetFor }, version, running).run();
          deps.log.info({ version }, 'the launcher starts another version');
        } catch (failure) {
          if (!running.signal.aborted) await this.#recordFailure(running.job, failure);
          throw failure;
        }
      },
      endingOf: (failure) =>
        failure instanceof UpgradeFailed
          ? { code: failure.code, message: failure.message, isFault: false }
          : { code: UPGRADE_CODES.flash, message: '', isFault: true },
      clean: () => {
        removeUnfinished(deps.releases, 'nothing');
        return Promise.resolve();
      },
    });
    this.#importLauncherFailure();
  }

  get #version(): string {
    return FIRMWARE[this.#deps.model];
  }

  get #outcome(): UpgradeOutcome | null {
    return readOutcome(this.#deps.facts);
  }

  #key(): MinisignPublicKey | null {
    try {
      return parsePublicKey(readFileSync(this.#deps.keyFile, 'utf8'));
    } catch {
      return null;
    }
  }

  /** What an upgrade needs and this box lacks; empty when an upgrade is possible. */
  get missing(): readonly Missing[] {
    return [...(this.#deps.launcher === null ? [NO_LAUNCHER] : []), ...(this.#key() === null ? [NO_KEY] : [])];
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
    const last = this.#lastJob();
    const outcome = this.#outcome;
    if (last?.state === 'waiting' || last?.state === 'running')
      return {
        running: 1,
        version: last.input.version,
        progress: last.done,
        code: last.code,
        phase: phaseOf(last.done),
      };
    if (outcome !== null && (last === undefined || outcome.job === last.id))
      return { running: 0, version: outcome.version, progress: 0, code: outcome.code };
    if (last === undefined) return { running: 0, version: '', progress: 0, code: 0 };
    const { version } = last.input;
    if (last.state === 'failed')
      return { running: 0, version, progress: 0, code: Math.max(last.code, UPGRADE_CODES.download) };
    // The upgrade is done only when the new version runs.
    return compareVersions(version, this.#version) <= 0
      ? { running: 0, version, progress: 100, code: UPGRADE_CODES.done }
      : { running: 1, version, progress: 99, code: 2, phase: 'flash' };
  }

  /** Imports the failure that the launcher recorded for a release. */
  #importLauncherFailure(): void {
    const { releases, facts } = this.#deps;
    const failed = readFailed(releases);
    if (failed === null) return;
    if (compareVersions(failed.version, this.#version) > 0)
      storeOutcome(facts, outcomeOf(failed, this.#lastJob()?.id ?? ''));
    forgetFailed(releases);
  }

  #lastJob(): Job<{ readonly version: string }> | undefined {
    return this.#deps.jobs.list(this.job, { owner: null }, 0, 1)[0];
  }

  async #recordFailure({ id, input: { version } }: Job<{ readonly version: string }>, failure: unknown): Promise<void> {
    const known = failure instanceof UpgradeFailed ? failure : new UpgradeFailed(UPGRADE_CODES.flash, 'disk');
    const { code, why } = known;
    storeOutcome(this.#deps.facts, { job: id, version, code, why, told: 0, restored: 0 });
    await this.reportFailure();
  }

  /**
   * Notifies the administrators once of a failed upgrade. When the account service is unreachable, the next contact
   * retries.
   */
  async reportFailure(): Promise<void> {
    const { facts, notifyAdministrators, log } = this.#deps;
    const outcome = this.#outcome;
    if (outcome === null || outcome.told === 1) return;
    try {
      await notifyAdministrators(failureNotice(outcome, this.#version));
      storeOutcome(facts, { ...outcome, told: 1 });
    } catch (failure) {
      log.warn({ err: failure }, 'the administrators could not be notified of a failed upgrade');
    }
  }
}
