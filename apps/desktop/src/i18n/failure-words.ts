import { boxCatalogue, messageKeyOf, OPERATION_ERRORS, operationGroup } from '@boxwood/box-sdk/messages';
import { ACCOUNT_ERRORS, accountMessages, type Message } from '@boxwood/command-bus/messages';
import type { Words } from './define-messages.ts';
import type { FailureWords } from './failure-text.ts';
import { words } from './words.ts';

const FAMILIES = ['GEN', 'PLG', 'APP', 'TSK', 'ALB', 'OPS', 'BDU', 'RPC'] as const;
const isKey = (key: string): key is keyof typeof boxCatalogue => Object.hasOwn(boxCatalogue, key);

const accountRefusal = (code: number): Message => {
  const table: Readonly<Record<number, keyof typeof accountMessages>> = ACCOUNT_ERRORS;
  return accountMessages[table[code] ?? 'account.other'];
};

/** Why a task ended, `operation:DECOMPRESS:15`: its code in the table of its operation. */
const taskIssue = (key: string): Message | undefined => {
  const [, operation = '', code = ''] = /^operation:(\w+):(\d+)$/.exec(key) ?? [];
  const table: Readonly<Record<number, keyof typeof boxCatalogue>> = OPERATION_ERRORS[operationGroup(operation)];
  const found = table[Number(code)];
  return found === undefined ? undefined : boxCatalogue[found];
};

/** Refusals that read alike in every family (13, no privilege) and say which right is meant: `code info`. */
const MEANT: Readonly<Record<string, Message>> = {
  '13 encrypted': {
    level: 'error',
    en: 'The safe takes encrypted files only: use “Encrypt” to put this one in',
    zh: '保险箱只接收加密文件，请使用“加密”放入该文件',
  },
};

/** Said beside the number of a wrong parameter, at the account service and at the set-up of a box. */
const COMMON_PASSWORD = 'login.passwordCommon';

/** The message tables of the account service, of the box and of the domain, as the desktop words its failures. */
export const failureWords: FailureWords = {
  refusal: (family, code, info) => {
    const meant = `${code} ${info}`;
    if (family !== 'ACC' && Object.hasOwn(MEANT, meant)) return MEANT[meant];
    if (info === COMMON_PASSWORD) return boxCatalogue[COMMON_PASSWORD];
    if (family === 'ACC') return accountRefusal(code);
    const known = FAMILIES.find((one) => one === family);
    return known === undefined ? undefined : boxCatalogue[messageKeyOf(known, code)];
  },
  issue: (key) => (isKey(key) ? boxCatalogue[key] : taskIssue(key)),
  word: (key) => {
    const table: Readonly<Record<string, Words>> = words.table;
    return Object.hasOwn(table, key) ? table[key] : undefined;
  },
};
