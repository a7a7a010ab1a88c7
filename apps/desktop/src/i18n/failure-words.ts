import { boxCatalogue, OPERATION_ERRORS, operationGroup, refusalKeyOf } from '@boxwood/box-sdk/messages';
import { ACCOUNT_ERRORS, accountMessages, type Message } from '@boxwood/command-bus/messages';
import { TASK_ENDED, type Values } from '@boxwood/domain';
import type { Words } from './define-messages.ts';
import { words } from './words.ts';

/**
 * Messages that are loaded when the first one is needed: refusals by family, code and info; issues of rules by key;
 * messages of the domain.
 */
export interface FailureWords {
  readonly refusal: (family: string, code: number, info: string) => Message | undefined;
  readonly issue: (key: string, values: Values) => Message | undefined;
  readonly word: (key: string) => Words | undefined;
}

const FAMILIES = ['GEN', 'PLG', 'APP', 'TSK', 'ALB', 'OPS', 'BDU', 'RPC'] as const;
const isKey = (key: string): key is keyof typeof boxCatalogue => Object.hasOwn(boxCatalogue, key);

const accountRefusal = (code: number): Message => {
  const table: Readonly<Record<number, keyof typeof accountMessages>> = ACCOUNT_ERRORS;
  return accountMessages[table[code] ?? 'account.other'];
};

/** Why a task ended: its code in the error table of its operation. */
const taskIssue = ({ operation = '', code = 0 }: Values): Message | undefined => {
  const table: Readonly<Record<number, keyof typeof boxCatalogue>> =
    OPERATION_ERRORS[operationGroup(String(operation))];
  const found = table[Number(code)];
  return found === undefined ? undefined : boxCatalogue[found];
};

/**
 * Values of the info field that select a more specific message than the error code. The account service and a box
 * during setup send them.
 */
const SAID = ['login.passwordCommon', 'account.linkElsewhere', 'account.linkAdmin', 'account.linkOver'] as const;

/** The messages for failures from the tables of the account service, the box and the domain. */
export const failureWords: FailureWords = {
  refusal: (family, code, info) => {
    const said = SAID.find((key) => key === info);
    if (said !== undefined) return boxCatalogue[said];
    if (family === 'ACC') return accountRefusal(code);
    const known = FAMILIES.find((one) => one === family);
    return known === undefined ? undefined : boxCatalogue[refusalKeyOf(known, code, info)];
  },
  issue: (key, values) => (key === TASK_ENDED ? taskIssue(values) : isKey(key) ? boxCatalogue[key] : undefined),
  word: (key) => {
    const table: Readonly<Record<string, Words>> = words.table;
    return Object.hasOwn(table, key) ? table[key] : undefined;
  },
};
