/**
 * Messages of the box for users: error tables, rule issues and outcomes, in English and Simplified Chinese
 * (`@boxwood/box-sdk/messages`).
 */
export { ACCOUNT_ERRORS, defineCatalogue, LOCALES, textsOf } from '@boxwood/command-bus/messages';
export type { Level, Locale, Message } from '@boxwood/command-bus/messages';
export { CLOUD_DRIVE_ERRORS } from './errors/cloud-drive.ts';
export type { DriveContext, DriveError } from './errors/drive.ts';
export { DRIVE_ERRORS, driveErrorOf } from './errors/drive.ts';
export type { MessageKey } from './errors/error-text.ts';
export {
  boxCatalogue,
  boxTexts,
  codeText,
  driveErrorText,
  ejectErrorText,
  errorKeyOf,
  errorText,
  messageKeyOf,
  newFolderErrorText,
  operationText,
  refusalKeyOf,
} from './errors/error-text.ts';
export { GENERIC_ERRORS } from './errors/generic.ts';
export type { OperationGroup } from './errors/operations.ts';
export { OPERATION_ERRORS, operationGroup } from './errors/operations.ts';
export { ALBUM_ERRORS, APP_ERRORS, PLUGIN_ERRORS, TASK_ERRORS } from './errors/services.ts';
