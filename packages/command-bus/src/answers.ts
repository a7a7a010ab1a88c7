import type { CallFamily } from './codes.ts';
import { ACC, ALB, APP, BDU, GEN, PLG, RPC, TSK } from './codes.ts';

/** What every call can be answered with by whoever stands before its handler: the numbers of one family. */
interface Answers {
  /** Too many calls at once (G-70). */
  readonly busy: number;
  readonly badParameter: number;
  /** Anything unexpected. */
  readonly service: number;
  /** "Failed", of a command that this service does not have. */
  readonly notOffered: number;
  /** Not on this model (G-65). */
  readonly notOnModel: number;
  readonly version: number;
  readonly notJson: number;
  /** A session that is not the caller's own has one number everywhere (G-03). */
  readonly session: number;
  readonly noPrivilege: number;
}

const { noPrivilege, session, version, notJson } = GEN;
const everywhere = { noPrivilege, session, version, notJson } as const;

/** By family (section 1.13, G-01). A call can be answered with these whatever its declaration says. */
export const ANSWERS = {
  GEN: {
    ...everywhere,
    busy: GEN.busy,
    badParameter: GEN.badParameter,
    service: GEN.service,
    notOffered: GEN.failed,
    notOnModel: GEN.invalid,
  },
  PLG: {
    ...everywhere,
    busy: PLG.busy,
    badParameter: PLG.badParameter,
    service: PLG.service,
    notOffered: PLG.failed,
    notOnModel: PLG.badParameter,
  },
  APP: {
    ...everywhere,
    busy: APP.busy,
    badParameter: APP.badParameter,
    service: APP.service,
    notOffered: APP.failed,
    notOnModel: APP.notReady,
  },
  TSK: {
    ...everywhere,
    busy: TSK.busy,
    badParameter: TSK.badParameter,
    service: TSK.service,
    notOffered: TSK.service,
    notOnModel: TSK.badParameter,
  },
  ALB: {
    ...everywhere,
    busy: ALB.busy,
    badParameter: ALB.badParameter,
    service: ALB.service,
    notOffered: ALB.service,
    notOnModel: ALB.badParameter,
  },
  ACC: {
    ...everywhere,
    busy: ACC.busy,
    badParameter: ACC.badParameter,
    service: ACC.unreachable,
    notOffered: ACC.authentication,
    notOnModel: ACC.deviceType,
    notJson: ACC.badParameter,
  },
  BDU: {
    ...everywhere,
    busy: BDU.badParameter,
    badParameter: BDU.badParameter,
    service: BDU.service,
    notOffered: BDU.service,
    notOnModel: BDU.service,
  },
  RPC: {
    ...everywhere,
    busy: RPC.failed,
    badParameter: RPC.badParameter,
    service: RPC.service,
    notOffered: RPC.failed,
    notOnModel: RPC.failed,
    version: RPC.badRequest,
    notJson: RPC.notJson,
  },
} as const satisfies Readonly<Record<CallFamily, Answers>>;
