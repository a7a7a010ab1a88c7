/**
 * Messages of the box for users: error tables, rule issues and outcomes, in English and Simplified Chinese
 * (`@boxwood/box-sdk/messages`).
 */
export { ACCOUNT_ERRORS, defineCatalogue, LOCALES, createMessageLookup } from '@boxwood/command-bus/messages';
export type { MessageLevel, Locale, CatalogueMessage } from '@boxwood/command-bus/messages';
export { CLOUD_DRIVE_ERRORS } from './errors/cloud-drive-errors.ts';
export type { DriveContext, DriveError } from './errors/drive-errors.ts';
export { DRIVE_ERRORS, driveErrorOf } from './errors/drive-errors.ts';
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
export { GENERIC_ERRORS } from './errors/generic-errors.ts';
export type { OperationGroup } from './errors/operation-errors.ts';
export { OPERATION_ERRORS, operationGroup } from './errors/operation-errors.ts';
export { ALBUM_ERRORS, APP_ERRORS, PLUGIN_ERRORS, TASK_ERRORS } from './errors/service-errors.ts';
