import { boxCatalogue, messageKeyOf, OPERATION_ERRORS, operationGroup, refusalKeyOf } from '@boxwood/box-sdk/messages';
import type { CatalogueMessage } from '@boxwood/command-bus/messages';
import { TASK_ENDED, type MessageValues } from '@boxwood/domain';
import type { LocalizedText } from './define-messages.ts';
import { domainMessages } from './domain-messages.ts';

/**
 * Messages that are loaded when the first one is needed: refusals by family, code and info; issues of rules by key;
 * messages of the domain.
 */
export interface FailureMessages {
  readonly refusal: (family: string, code: number, info: string) => CatalogueMessage | undefined;
  readonly issue: (key: string, values: MessageValues) => CatalogueMessage | undefined;
  readonly domainText: (key: string) => LocalizedText | undefined;
}

const FAMILIES = ['GEN', 'PLG', 'APP', 'TSK', 'ALB', 'OPS', 'BDU', 'RPC'] as const;
const isKey = (key: string): key is keyof typeof boxCatalogue => Object.hasOwn(boxCatalogue, key);

/** Why a task ended: its code in the error table of its operation. */
const taskIssue = ({ operation = '', code = 0 }: MessageValues): CatalogueMessage | undefined => {
  const table: Readonly<Record<number, keyof typeof boxCatalogue>> =
    OPERATION_ERRORS[operationGroup(String(operation))];
  const found = table[Number(code)];
  return found === undefined ? undefined : boxCatalogue[found];
};

/**
 * Values of the info field that select a more specific message than the error code. The account service and a box
 * during setup send them.
 */
const INFO_MESSAGE_KEYS = [
  'login.passwordCommon',
  'account.linkElsewhere',
  'account.linkAdmin',
  'account.linkOver',
] as const;

/** The messages for failures from the tables of the account service, the box and the domain. */
export const failureMessages: FailureMessages = {
  refusal: (family, code, info) => {
    const infoKey = INFO_MESSAGE_KEYS.find((key) => key === info);
    if (infoKey !== undefined) return boxCatalogue[infoKey];
    if (family === 'ACC') return boxCatalogue[messageKeyOf(family, code)];
    const knownFamily = FAMILIES.find((one) => one === family);
    return knownFamily === undefined ? undefined : boxCatalogue[refusalKeyOf(knownFamily, code, info)];
  },
  issue: (key, values) => (key === TASK_ENDED ? taskIssue(values) : isKey(key) ? boxCatalogue[key] : undefined),
  domainText: (key) => {
    const table: Readonly<Record<string, LocalizedText>> = domainMessages.table;
    return Object.hasOwn(table, key) ? table[key] : undefined;
  },
};
