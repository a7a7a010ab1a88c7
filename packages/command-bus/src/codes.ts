/** The number table a refusal is looked up in (protocol, section 1.13); RPC has the numbers of JSON-RPC 2.0. */
export type ErrorFamily = 'GEN' | 'PLG' | 'APP' | 'TSK' | 'ALB' | 'OPS' | 'ACC' | 'BDU' | 'RPC';
/** Those of calls: OPS are the numbers of what goes on after one. */
export type CallFamily = Exclude<ErrorFamily, 'OPS'>;

/**
 * The refusal codes by name, family by family (protocol, section 1.13). A number means something in its family alone, so code that compares or
 * answers one says `GEN.path`, never 15. Where one number has two meanings it has two names.
 */

/** The box in general. */
export const GEN = {
  busy: 2,
  failed: 3,
  badParameter: 4,
  unsafe: 5,
  /** Nothing is at the path that was to be listed. */
  absent: 6,
  /** A wrong password, code or key. */
  wrongSecret: 6,
  service: 7,
  userTooLong: 8,
  passwordTooLong: 9,
  noUser: 10,
  /** A value that does not do; of a move, a name that is taken. */
  invalid: 11,
  noPrivilege: 13,
  wrongType: 14,
  path: 15,
  overLimit: 16,
  session: 18,
  version: 19,
  notJson: 20,
  database: 21,
} as const;

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

/** A running operation (`tb_code` of a task). Below 6: progress; from 6: why it failed, by kind of operation. */
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
  /** Of transfers: the numbers mean something else for archives. */
  remoteRefused: 15,
  retryFailed: 16,
} as const;

/** The account service, and offline sign-in at a box. */
export const ACC = {
  unreachable: 503,
  wrongKey: 1000,
  identity: 1001,
  sms: 1002,
  mail: 1003,
  phoneUnknown: 1004,
  mailUnknown: 1005,
  userTaken: 1006,
  wrongCode: 1007,
  codeExpired: 1008,
  wrongPassword: 1009,
  noUser: 1010,
  thirdPartyToken: 1013,
  userEmpty: 1018,
  fileEmpty: 1019,
  notAdmin: 1020,
  userBound: 1021,
  invitation: 1022,
  usersFull: 1029,
  userFormat: 1030,
  domainTaken: 1033,
  noBox: 1035,
  subscribed: 1037,
  domainNat: 1040,
  noTrial: 1041,
  whitelistFull: 1045,
  noExchangeCode: 1046,
  exchangeUnusable: 1047,
  exchangeUsed: 1048,
  exchangeFailed: 1049,
  noProduct: 1050,
  offlineMail: 2000,
  busy: 2002,
  passwordCheck: 2003,
  badParameter: 2004,
  authentication: 2005,
  offlineUser: 2007,
  deviceType: 2008,
} as const;

/** Cloud drives. */
export const BDU = { badParameter: 2, targetTaken: 10, service: 12 } as const;

/** JSON-RPC 2.0, and what the downloader answers for everything else. */
export const RPC = {
  failed: 1,
  notJson: -32700,
  badRequest: -32600,
  noMethod: -32601,
  badParameter: -32602,
  service: -32603,
} as const;

/** Every family's names. */
export const CODES = { GEN, PLG, APP, TSK, ALB, OPS, ACC, BDU, RPC } as const satisfies Readonly<
  Record<ErrorFamily, Readonly<Record<string, number>>>
>;
