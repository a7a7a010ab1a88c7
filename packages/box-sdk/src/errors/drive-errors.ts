import { GEN, OPS } from '@boxwood/command-bus';
import type { BoxError, ErrorFamily } from '@boxwood/command-bus';
import { defineCatalogue } from '@boxwood/command-bus/messages';

/** Errors of the box's drive, with names as keys instead of numbers (ERR-039 to ERR-050, G-66). */
export const driveMessages = defineCatalogue({
  'disk.invalidParam': { level: 'error', en: 'Invalid parameter', zh: '参数无效' },
  'disk.wrongPassword': { level: 'error', en: 'Wrong password', zh: '密码错误' },
  'disk.targetExists': { level: 'error', en: 'The target exists already', zh: '目标已存在' },
  'disk.fileMissing': { level: 'error', en: 'The file does not exist', zh: '文件不存在' },
  'disk.concurrency': {
    level: 'error',
    en: 'Concurrency limit reached, try again later',
    zh: '并发数已达上限，请稍后再试',
  },
  'disk.albumBusy': { level: 'error', en: 'The album is busy', zh: '相册忙' },
  'disk.authExpired': { level: 'error', en: 'Authorization expired', zh: '授权已过期' },
  'disk.nameTooLong': { level: 'error', en: 'The name is too long', zh: '名称过长' },
  'disk.pathTooLong': { level: 'error', en: 'The path is longer than 254', zh: '路径长度超过 254' },
  'disk.retryFailed': { level: 'error', en: 'Retry failed 3 times', zh: '重试 3 次失败' },
  'disk.tooFrequent': { level: 'error', en: 'Too frequent requests', zh: '请求过于频繁' },
  'disk.accountLocked': { level: 'error', en: 'account locked 10 minutes', zh: '账号已锁定 10 分钟' },
});

/** The names of G-66, as the last part of the message keys. */
export const DRIVE_ERRORS = [
  'invalidParam',
  'wrongPassword',
  'targetExists',
  'fileMissing',
  'concurrency',
  'albumBusy',
  'authExpired',
  'nameTooLong',
  'pathTooLong',
  'retryFailed',
  'tooFrequent',
  'accountLocked',
] as const;
export type DriveError = (typeof DRIVE_ERRORS)[number];

/** Context of a call, because the same number has different meanings. */
export interface DriveContext {
  /** The command sends a password (6 means that it is wrong). */
  readonly password?: boolean;
  /** The command moves to a name (11 means that the name exists). */
  readonly move?: boolean;
  /** The command lists a place (6 means that it does not exist, G-03). */
  readonly listing?: boolean;
  /** A running DOWN or UPLOAD (16 means that its retries failed). */
  readonly remote?: boolean;
}

const DRIVE_ERRORS_BY_FAMILY: Readonly<Partial<Record<ErrorFamily, Readonly<Record<number, DriveError>>>>> = {
  GEN: { 4: 'invalidParam', 5: 'invalidParam', 11: 'invalidParam', 15: 'fileMissing' },
  TSK: { 3: 'invalidParam', 8: 'fileMissing' },
  OPS: { 7: 'targetExists', 12: 'wrongPassword' },
  ALB: { 10: 'albumBusy' },
  BDU: {
    10: 'targetExists',
    [-3]: 'fileMissing',
    [-31066]: 'fileMissing',
    111: 'authExpired',
    [-6]: 'authExpired',
    [-1]: 'authExpired',
    31034: 'tooFrequent',
  },
};

/** G-66: the drive error of a refusal, if any. */
export const driveErrorOf = (error: BoxError, context: DriveContext = {}): DriveError | undefined => {
  if (error._tag !== 'Refused') return undefined;
  const { family, code, fields } = error;
  if (typeof fields['locked'] === 'number' && fields['locked'] > 0) return 'accountLocked';
  if (code === GEN.busy && family !== 'BDU') return 'concurrency';
  if (family === 'GEN' && code === GEN.wrongSecret && context.password === true) return 'wrongPassword';
  if (family === 'GEN' && code === GEN.absent && context.listing === true) return 'fileMissing';
  if (family === 'GEN' && code === GEN.invalid && context.move === true) return 'targetExists';
  if (family === 'OPS' && code === OPS.retryFailed && context.remote === true) return 'retryFailed';
  return DRIVE_ERRORS_BY_FAMILY[family]?.[code];
};
