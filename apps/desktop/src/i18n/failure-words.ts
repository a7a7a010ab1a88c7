import { boxCatalogue, OPERATION_ERRORS, operationGroup, refusalKeyOf } from '@boxwood/box-sdk/messages';
import { ACCOUNT_ERRORS, accountMessages, type Message } from '@boxwood/command-bus/messages';
import { TASK_ENDED, type Values } from '@boxwood/domain';
import type { Words } from './define-messages.ts';
import { words } from './words.ts';

/** The words that are fetched when the first of them is needed: of refusals by family, code and what was said beside it, of rules by key, of the domain. */
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

/** Why a task ended: its code in the table of its operation. */
const taskIssue = ({ operation = '', code = 0 }: Values): Message | undefined => {
  const table: Readonly<Record<number, keyof typeof boxCatalogue>> =
    OPERATION_ERRORS[operationGroup(String(operation))];
  const found = table[Number(code)];
  return found === undefined ? undefined : boxCatalogue[found];
};

/** Said beside a number by the account service, and by a box at its set-up: the key of words that say more than the number's own. */
const SAID = ['login.passwordCommon', 'account.linkElsewhere', 'account.linkAdmin', 'account.linkOver'] as const;

/** The message tables of the account service, of the box and of the domain, as the desktop words its failures. */
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
