import type { CallFamily } from './error-codes.ts';
import { ACC, ALB, APP, BDU, GEN, PLG, RPC, TSK } from './error-codes.ts';

/** Refusal codes of one family that any call may return before its handler runs. */
interface StandardRefusals {
  /** Too many calls at once (G-70). */
  readonly busy: number;
  readonly badParameter: number;
  /** Anything unexpected. */
  readonly service: number;
  /** "Failed", for a command that this service does not offer. */
  readonly notOffered: number;
  /** Not on this model (G-65). */
  readonly notOnModel: number;
  readonly version: number;
  readonly notJson: number;
  /** The code for a session that does not belong to the caller; the same number in every family (G-03). */
  readonly session: number;
  readonly noPrivilege: number;
}

const { noPrivilege, session, version, notJson } = GEN;
const sharedCodes = { noPrivilege, session, version, notJson } as const;

/**
 * Standard refusal codes by family (section 1.13, G-01). Any call may be refused with these, whatever its declaration
 * lists.
 */
export const STANDARD_REFUSALS = {
  GEN: {
    ...sharedCodes,
    busy: GEN.busy,
    badParameter: GEN.badParameter,
    service: GEN.service,
    notOffered: GEN.failed,
    notOnModel: GEN.invalid,
  },
  PLG: {
    ...sharedCodes,
    busy: PLG.busy,
    badParameter: PLG.badParameter,
    service: PLG.service,
    notOffered: PLG.failed,
    notOnModel: PLG.badParameter,
  },
  APP: {
    ...sharedCodes,
    busy: APP.busy,
    badParameter: APP.badParameter,
    service: APP.service,
    notOffered: APP.failed,
    notOnModel: APP.notReady,
  },
  TSK: {
    ...sharedCodes,
    busy: TSK.busy,
    badParameter: TSK.badParameter,
    service: TSK.service,
    notOffered: TSK.service,
    notOnModel: TSK.badParameter,
  },
  ALB: {
    ...sharedCodes,
    busy: ALB.busy,
    badParameter: ALB.badParameter,
    service: ALB.service,
    notOffered: ALB.service,
    notOnModel: ALB.badParameter,
  },
  ACC: {
    ...sharedCodes,
    busy: ACC.busy,
    badParameter: ACC.badParameter,
    service: ACC.unreachable,
    notOffered: ACC.authentication,
    notOnModel: ACC.deviceType,
    notJson: ACC.badParameter,
  },
  BDU: {
    ...sharedCodes,
    busy: BDU.badParameter,
    badParameter: BDU.badParameter,
    service: BDU.service,
    notOffered: BDU.service,
    notOnModel: BDU.service,
  },
  RPC: {
    ...sharedCodes,
    busy: RPC.failed,
    badParameter: RPC.badParameter,
    service: RPC.service,
    notOffered: RPC.failed,
    notOnModel: RPC.failed,
    version: RPC.badRequest,
    notJson: RPC.notJson,
  },
} as const satisfies Readonly<Record<CallFamily, StandardRefusals>>;
