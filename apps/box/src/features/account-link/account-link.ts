import { networkInterfaces } from 'node:os';
import { ACC, GEN } from '@boxwood/command-bus';
import { COMMON_PASSWORD_ISSUE } from '@boxwood/account';
import type { AccountClient, RegisteredBox } from '@boxwood/account-sdk';
import {
  CountTry,
  createAccountClient,
  IntrospectToken,
  PostMessage,
  RegisterBox,
  ReportBox,
  SetUpOwner,
  withBoxSecret,
} from '@boxwood/account-sdk';
import type { BoxModel, Transport } from '@boxwood/box-sdk';
import { BoxFailure } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { AccountPort } from '../../server/identity/sessions.ts';
import type { Logger } from '../../platform/log.ts';
import type { RunEnd } from '../../runtime/timetable.ts';
import { FIRMWARE } from '../system/firmware.ts';

export interface AccountLinkOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly boxId: string;
  /** Secret that authenticates this box to the account service. */
  readonly linkKey: string;
  readonly model: BoxModel;
  readonly port: () => number;
  /** Name the owner gave to the box; empty before the setup. */
  readonly title: () => string;
  readonly log: Logger;
}

/** First IPv4 address of this machine in the LAN; empty when there is none. */
const lanAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find((entry) => !entry.internal && entry.family === 'IPv4')?.address ?? '';

const globalAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find((entry) => !entry.internal && entry.family === 'IPv6' && !/^f[cde]/i.test(entry.address))?.address ?? '';

const refusedWith = (failure: unknown): number | undefined =>
  failure instanceof BoxFailure && failure.error._tag === 'Refused' ? failure.error.code : undefined;

/** Timeout in ms for counting a sign-in attempt at an unreachable account service. */
const COUNT_TIMEOUT_MS = 2000;

/** Maps refusals of the account service during the setup to the box's own codes. */
const SETUP_REFUSALS: ReadonlyMap<number, { readonly code: number; readonly info?: string }> = new Map([
  [ACC.wrongPassword, { code: GEN.wrongSecret, info: 'password' }],
  [ACC.notAdmin, { code: GEN.invalid, info: 'owner' }],
  [ACC.userTaken, { code: GEN.badParameter, info: 'username' }],
  [ACC.userEmpty, { code: GEN.badParameter, info: 'username' }],
  [ACC.userFormat, { code: GEN.badParameter, info: 'username' }],
  [ACC.busy, { code: GEN.overLimit }],
  [ACC.badParameter, { code: GEN.badParameter, info: COMMON_PASSWORD_ISSUE }],
]);

/** The box's client of its account service: registers the box, reports its addresses, and introspects tokens. */
export class AccountLink implements AccountPort {
  readonly #options: AccountLinkOptions;
  readonly #client: AccountClient;
  #registered = false;
  readonly #reachedListeners: (() => Promise<void>)[] = [];

  constructor(options: AccountLinkOptions) {
    this.#options = options;
    this.#client = createAccountClient({
      baseUrl: options.baseUrl,
      transport: withBoxSecret(options.transport, options.boxId, options.linkKey),
    });
  }

  /** Registers or reports the box. Failures are logged and retried with the next scheduled report. */
  async syncWithAccount(): Promise<RunEnd> {
    try {
      if (!this.#registered) await this.register();
      else await this.report();
      for (const each of this.#reachedListeners) await each();
      return 'done';
    } catch (failure) {
      this.#registered = false;
      this.#options.log.warn(
        { reason: failure instanceof Error ? failure.message : 'unknown' },
        'the account service could not be notified',
      );
      return 'failed';
    }
  }

  /** Adds a listener that runs after every successful report, to deliver pending messages. It must not reject. */
  onReached(listener: () => Promise<void>): void {
    this.#reachedListeners.push(listener);
  }

  /** Sends a notice (type 3) to a user of this box. */
  async postNotice(userName: string, content: string): Promise<void> {
    await this.#client.send(PostMessage, { userName, type: 3, content });
  }

  async register(): Promise<RegisteredBox> {
    const { boxId, model } = this.#options;
    const box = {
      boxId,
      boxName: boxId,
      model,
      edition: 'standard' as const,
      version: FIRMWARE[model],
    };
    const standing = await this.#client.send(RegisterBox, { box });
    this.#registered = true;
    await this.report();
    return standing;
  }

  async report(): Promise<void> {
    const { model, port, title } = this.#options;
    const apiPort = port();
    await this.#client.send(ReportBox, {
      lanIp: lanAddress(),
      wanIp: '',
      ipv6: globalAddress(),
      apiPort,
      version: FIRMWARE[model],
      title: title(),
    });
  }

  /**
   * Creates the owner's account, or links an existing one when its password is correct. Refusals use the box's own
   * codes.
   */
  async setUpOwner(userName: string, password: string): Promise<void> {
    if (!this.#registered) await this.register();
    try {
      await this.#client.send(SetUpOwner, { userName, password });
    } catch (failure) {
      const refusal = SETUP_REFUSALS.get(refusedWith(failure) ?? 0);
      throw refusal === undefined ? failure : new Refusal(refusal.code, refusal.info);
    }
  }

  /**
   * Whether a password attempt is allowed. The count includes attempts at the service and at other boxes. Returns true
   * when the service is unreachable; then only the limit of this box applies.
   */
  async canTryPassword(userName: string, address: string): Promise<boolean> {
    const result = await this.#count(userName, address, 'N');
    return result._tag === 'Right' || result.left._tag !== 'Refused' || result.left.code !== ACC.busy;
  }

  /**
   * Clears the count of {@link canTryPassword} after a correct password. Without it, the service clears the count after
   * ten minutes.
   */
  async clearPasswordAttempts(userName: string, address: string): Promise<void> {
    await this.#count(userName, address, 'Y');
  }

  #count(userName: string, address: string, right: 'Y' | 'N') {
    return this.#client.exec(CountTry, { userName, address, right }, { timeoutMs: COUNT_TIMEOUT_MS })();
  }

  async introspect(
    userName: string,
    token: string,
  ): Promise<{ readonly user: string; readonly admin: boolean } | null> {
    const result = await this.#client.exec(IntrospectToken, { boxId: this.#options.boxId, userName, token })();
    if (result._tag === 'Right')
      return result.right.bound === 'Y' ? { user: result.right.userName, admin: result.right.admin === 'Y' } : null;
    if (result.left._tag === 'Refused') return null;
    throw new Refusal(GEN.service, 'account');
  }
}
