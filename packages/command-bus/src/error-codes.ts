import * as ACC from './codes/account-codes.ts';
import * as GEN from './codes/general-codes.ts';

/** The code table that a refusal belongs to (protocol, section 1.13); RPC has the codes of JSON-RPC 2.0. */
export type ErrorFamily = 'GEN' | 'PLG' | 'APP' | 'TSK' | 'ALB' | 'OPS' | 'ACC' | 'BDU' | 'RPC';
/** The families of calls. OPS codes describe an operation that continues after its call. */
export type CallFamily = Exclude<ErrorFamily, 'OPS'>;

/**
 * The refusal codes by name and family (protocol, section 1.13). A number has a meaning only within its family, so code
 * that compares or returns one writes `GEN.path`, never 15. Where one number has two meanings it has two names.
 */

export { ACC, GEN };

/** Plugins. */
export const PLG = {
  busy: 2,
  badParameter: 3,
  service: 4,
  failed: 5,
  notReady: 6,
  notInstalled: 7,
  installed: 8,
  otherPlugin: 9,
} as const;

/** Containers. */
export const APP = {
  busy: 2,
  badParameter: 3,
  service: 4,
  failed: 5,
  notReady: 6,
  notFound: 7,
  nameTaken: 8,
  engineBusy: 9,
  noImage: 10,
  portTaken: 11,
  noSpace: 12,
  noPrivilege: 13,
  state: 14,
} as const;

/** Tasks, downloads, backups. */
export const TSK = {
  busy: 2,
  badParameter: 3,
  service: 4,
  notFound: 5,
  state: 6,
  limit: 7,
  source: 8,
  target: 9,
  overlap: 10,
  noSpace: 11,
} as const;

/** Albums and media. */
export const ALB = {
  busy: 2,
  badParameter: 3,
  service: 4,
  notFound: 5,
  notOwner: 6,
  nameTaken: 7,
  bound: 8,
  notBound: 9,
  recognising: 10,
} as const;

/**
 * State of a running operation (`tb_code` of a task). Below 6: progress; from 6: the reason of the failure, by kind of
 * operation.
 */
export const OPS = {
  queued: 0,
  preparing: 1,
  working: 2,
  cancelling: 3,
  cleaning: 4,
  done: 5,
  sourceOpen: 6,
  targetExists: 7,
  unsafePath: 8,
  targetWrite: 9,
  readWrite: 10,
  noSpace: 11,
  password: 12,
  format: 13,
  damaged: 14,
  unsafeEntry: 15,
  tooLarge: 16,
  /** For transfers: the same numbers mean something else for archives. */
  remoteRefused: 15,
  retryFailed: 16,
} as const;

/** Cloud drives. */
export const BDU = { badParameter: 2, targetTaken: 10, service: 12 } as const;

/** JSON-RPC 2.0, and the code of the downloader for any other failure. */
export const RPC = {
  failed: 1,
  notJson: -32700,
  badRequest: -32600,
  noMethod: -32601,
  badParameter: -32602,
  service: -32603,
} as const;

/** The code names of every family. */
export const CODES = { GEN, PLG, APP, TSK, ALB, OPS, ACC, BDU, RPC } as const satisfies Readonly<
  Record<ErrorFamily, Readonly<Record<string, number>>>
>;
