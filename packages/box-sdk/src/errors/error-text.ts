import type { BoxError, BoxFailure, ErrorFamily } from '@boxwood/command-bus';
import { GEN } from '@boxwood/command-bus';
import type { Locale } from '@boxwood/command-bus/messages';
import {
  ACCOUNT_ERRORS,
  accountMessages,
  failureKeyOf,
  failureValues,
  ruleMessages,
  sessionMessages,
  createMessageLookup,
  formatMessage,
} from '@boxwood/command-bus/messages';
import type { SendError } from '../transfers/upload-bundle.ts';
import { cloudDriveMessages, CLOUD_DRIVE_ERRORS } from './cloud-drive-errors.ts';
import { driveErrorOf, driveMessages } from './drive-errors.ts';
import type { DriveContext, DriveError } from './drive-errors.ts';
import { GENERIC_ERRORS, genericMessages } from './generic-errors.ts';
import { issueMessages } from './rule-issues.ts';
import { OPERATION_ERRORS, operationGroup, operationMessages } from './operation-errors.ts';
import { outcomeMessages } from './outcome-messages.ts';
import { ALBUM_ERRORS, APP_ERRORS, PLUGIN_ERRORS, serviceMessages, TASK_ERRORS } from './service-errors.ts';

/** Every message of the box, its rules and its session: one table of key, level, English and Chinese (G-72). */
export const boxCatalogue = {
  ...accountMessages,
  ...ruleMessages,
  ...sessionMessages,
  ...cloudDriveMessages,
  ...driveMessages,
  ...genericMessages,
  ...issueMessages,
  ...operationMessages,
  ...outcomeMessages,
  ...serviceMessages,
} as const;
export type MessageKey = keyof typeof boxCatalogue;

/** `text`, `issueText` and `levelOf` over {@link boxCatalogue}. */
export const boxTexts = createMessageLookup(boxCatalogue);

type MessagesByCode = Readonly<Record<number, MessageKey>>;

const MESSAGES_BY_FAMILY: Readonly<Record<ErrorFamily, MessagesByCode>> = {
  GEN: GENERIC_ERRORS,
  PLG: PLUGIN_ERRORS,
  APP: APP_ERRORS,
  TSK: TASK_ERRORS,
  ALB: ALBUM_ERRORS,
  OPS: OPERATION_ERRORS.transfer,
  ACC: ACCOUNT_ERRORS,
  BDU: CLOUD_DRIVE_ERRORS,
  // JSON-RPC 2.0 codes, and 1, which the downloader returns for everything else.
  RPC: {
    1: 'generic.failed',
    [-32700]: 'generic.json',
    [-32600]: 'generic.parameter',
    [-32601]: 'generic.parameter',
    [-32602]: 'generic.parameter',
    [-32603]: 'generic.service',
  },
};

/** Codes that any call can return, whatever its family (section 0): no privilege, no session, version, JSON. */
const SHARED_CODES: ReadonlySet<number> = new Set([13, 18, 19, 20]);

/**
 * The message key of a code in its family (G-03); a code without one uses "operation failed" with the number (G-24,
 * ERR-097).
 */
export const messageKeyOf = (family: ErrorFamily, code: number): MessageKey => {
  const own = MESSAGES_BY_FAMILY[family][code];
  if (own !== undefined) return own;
  const shared: MessagesByCode = GENERIC_ERRORS;
  const unknown = family === 'ACC' ? 'account.other' : 'generic.unknown';
  return (SHARED_CODES.has(code) ? shared[code] : undefined) ?? unknown;
};

const messageFor = (key: MessageKey, locale: Locale, values: Readonly<Record<string, string | number>>): string =>
  formatMessage(boxCatalogue[key], locale, values);

/**
 * Messages for refusals with an `info` that explains the code: the missing right (13), why the machine was not changed
 * (3), what blocks an undo (15).
 */
const MESSAGES_BY_CODE_AND_INFO: ReadonlyMap<string, MessageKey> = new Map<string, MessageKey>([
  ['13 encrypted', 'generic.encryptedOnly'],
  ...(
    ['host.absent', 'host.silent', 'host.lacking', 'host.busy', 'host.failed', 'fan.absent', 'led.absent'] as const
  ).map((key): [string, MessageKey] => [`3 ${key}`, key]),
  ...(['mounts.silent', 'mounts.inUse', 'mounts.rclone', 'mounts.nfs'] as const).map((key): [string, MessageKey] => [
    `3 ${key}`,
    key,
  ]),
  ...(['gone', 'changed', 'notEmpty', 'taken', 'noTrash'] as const).map((why): [string, MessageKey] => [
    `15 ${why}`,
    `undo.${why}`,
  ]),
  ['3 half', 'undo.half'],
  // Errors of a network mount whose server does not respond, or whose mount process has ended.
  ['3 EHOSTDOWN', 'mounts.silent'],
  ['3 ENOTCONN', 'mounts.silent'],
]);

/** The message key of a refusal, by its code and its `info`; our box uses the info `notOffered` in every family. */
export const refusalKeyOf = (family: ErrorFamily, code: number, info: string | undefined): MessageKey =>
  (info === 'notOffered' ? 'generic.notOffered' : undefined) ??
  (family === 'ACC' ? undefined : MESSAGES_BY_CODE_AND_INFO.get(`${code} ${info ?? ''}`)) ??
  messageKeyOf(family, code);

/** The message of a code. */
export const codeText = (family: ErrorFamily, code: number, locale: Locale): string =>
  messageFor(messageKeyOf(family, code), locale, { code });

/**
 * The message of a progress code of an operation (`tb_code` of `tb_cmd`); empty while it is not an error (ERR-031 to
 * ERR-038).
 */
export const operationText = (operation: string, code: number, locale: Locale): string => {
  if (code < 6) return '';
  const table: MessagesByCode = OPERATION_ERRORS[operationGroup(operation)];
  return messageFor(table[code] ?? 'generic.unknown', locale, { code });
};

/** The message of a drive error (ERR-039 to ERR-050). */
export const driveErrorText = (error: DriveError, locale: Locale): string => messageFor(`disk.${error}`, locale, {});

/** The message key of a failed call. */
export const errorKeyOf = (error: BoxError): MessageKey =>
  error._tag === 'Refused' ? refusalKeyOf(error.family, error.code, error.info) : failureKeyOf(error);

/** The context of a command, because one code has different meanings (G-03, G-66). */
const contextOf = (command: string): DriveContext => ({
  move: command === 'MoveFile',
  listing: command === 'ListFiles',
  password: command === 'SignInOffline',
});

/**
 * The message of a failed call, or of a file that was not sent, in the user's language. Never contains text from the
 * box: `info` is for logs and for the messages that name it. Some codes have several meanings: a `BoxFailure` knows its
 * command; for a bare error `context` gives the kind of call: 6 of a password call is a wrong password, 6 of a listing
 * is a missing folder, 11 of a move is an occupied name (G-03, G-66).
 *
 * @example
 * ```ts
 * const listed = await box.exec(ListFiles, { path: '/mnt/usb1/ann', count: 500, hasbaseinfo: 0 })();
 * if (isLeft(listed)) console.log(errorText(listed.left, 'zh-CN', { listing: true }));
 * ```
 */
export const errorText = (
  failure: BoxError | BoxFailure | SendError,
  locale: Locale,
  context?: DriveContext,
): string => {
  if ('command' in failure) return errorText(failure.error, locale, context ?? contextOf(failure.command));
  if (failure._tag === 'Unread') return messageFor('generic.unread', locale, {});
  const error = failure;
  const driveError = context === undefined ? undefined : driveErrorOf(error, context);
  if (driveError !== undefined) return driveErrorText(driveError, locale);
  return messageFor(errorKeyOf(error), locale, failureValues(error));
};

/** ERR-118, ERR-119: the message of a failed new folder: advice for code 3, otherwise the message of the error. */
export const newFolderErrorText = (error: BoxError, locale: Locale): string =>
  error._tag === 'Refused' && error.family === 'GEN' && error.code === GEN.failed
    ? boxTexts.text('folder.addFailed', locale)
    : errorText(error, locale);

/** ERR-132, DISK-12: the message of a failed eject, with the output of the shell. An `info` of one word is a reason. */
export const ejectErrorText = (error: BoxError, locale: Locale): string =>
  boxTexts.text('disk.ejectFailed', locale, {
    info:
      error._tag === 'Refused' && error.info !== undefined && !/^[\w.]*$/.test(error.info)
        ? error.info
        : errorText(error, locale),
  });
