import { commandTree as accountTree } from '@boxwood/account-sdk';
import { commandTree as boxTree } from '@boxwood/box-sdk';
import { boxCatalogue, OPERATION_ERRORS } from '@boxwood/box-sdk/messages';
import { accountCatalogue } from '@boxwood/account-sdk/messages';
import { ACC, CODES, type CommandSpec, type ErrorFamily, GEN } from '@boxwood/command-bus';
import { type CatalogueMessage } from '@boxwood/command-bus/messages';
import { STANDARD_REFUSALS } from '@boxwood/command-bus/server';
import { type Failure, TASK_ENDED } from '@boxwood/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureText, loadFailureMessages } from './failure-text.ts';
import { Languages } from './languages.ts';

const languages = new Languages('en');
const UNKNOWN_TEXT = 'The operation failed';

type CommandTable = Readonly<Record<string, Readonly<Record<string, CommandSpec>>>>;
const commandsOf = (tree: CommandTable): readonly CommandSpec[] =>
  Object.values(tree).flatMap(Object.values<CommandSpec>);
const commandRows = [
  ...commandsOf(boxTree).map((command) => ['box-sdk', command.name, command] as const),
  ...commandsOf(accountTree).map((command) => ['account-sdk', command.name, command] as const),
];

const refused = (family: ErrorFamily, code: number, info?: string): Failure => ({
  _tag: 'Refused',
  family,
  code,
  fields: {},
  ...(info === undefined ? {} : { info }),
});
const wordsOf = (failure: Failure): { readonly en: string; readonly zh: string } => ({
  en: failureText(failure, languages, 'en').text,
  zh: failureText(failure, languages, 'zh-CN').text,
});

/** True when the text has the number of a code; digits of a name such as fuse3 do not count. */
const hasNumber = (text: string, code: number): boolean => new RegExp(`(?<![a-z\\d])${code}(?!\\d)`, 'i').test(text);
/** A text as it is with values for its placeholders. */
const closed = (text: string): string => text.replaceAll(/\{\w+\}/g, 'x');
/** The codes of OPS are states of a task, and no call is refused with them. */
const isCallFamily = (family: string): family is Exclude<ErrorFamily, 'OPS'> => family in CODES && family !== 'OPS';

/** What is wrong with a text that a user reads; empty when nothing is. */
const problemsOf = ({ en, zh }: { readonly en: string; readonly zh: string }, code?: number): readonly string[] => {
  const both = [en, zh];
  const found = {
    'is empty': both.some((text) => text.trim() === ''),
    'is the text of an unknown failure': en === UNKNOWN_TEXT,
    'has an open placeholder': both.some((text) => /[{}]/.test(text)),
    'repeats a code': code !== undefined && both.some((text) => hasNumber(text, code)),
    'is the same in both languages': en === zh,
    'is not Chinese': !/\p{Script=Han}/u.test(zh),
    'is Chinese in English': /\p{Script=Han}/u.test(en),
    'is a key': both.some((text) => /^[a-z]+\.[a-zA-Z]+$/.test(text)),
  };
  return Object.entries(found).flatMap(([problem, isFound]) => (isFound ? [`${problem}: ${en} | ${zh}`] : []));
};

const standardCodesOf = ({ errors }: CommandSpec): readonly number[] => Object.values(STANDARD_REFUSALS[errors]);

beforeAll(() => loadFailureMessages());

describe('refusals of commands', () => {
  it('are looked at: every command of both SDKs, each with refusals', () => {
    expect(commandRows.length).toBeGreaterThan(300);
    expect(new Set(commandRows.map(([sdk]) => sdk)).size).toBe(2);
    expect(commandRows.filter(([, , { refusals }]) => refusals.length > 0).length).toBeGreaterThan(300);
  });

  it.each(commandRows)('G-24 %s %s: every code has words in both languages', (_sdk, _name, command) => {
    const { errors, refusals } = command;
    for (const code of new Set([...refusals, ...standardCodesOf(command)])) {
      expect(problemsOf(wordsOf(refused(errors, code)), code), `${errors} ${code}`).toEqual([]);
    }
  });
});

describe('families of refusals', () => {
  const familyRows = Object.entries(CODES).flatMap(([family, codes]) =>
    isCallFamily(family) ? Object.entries<number>(codes).map(([name, code]) => [family, name, code] as const) : [],
  );

  it.each(familyRows)('G-03 %s.%s (%i) has words', (family, _name, code) => {
    expect(problemsOf(wordsOf(refused(family, code)), code)).toEqual([]);
  });

  it('ERR-166 name a number that nobody described, in both languages', () => {
    for (const family of Object.keys(CODES).filter(isCallFamily)) {
      const words = wordsOf(refused(family, 4711));
      expect(problemsOf(words), family).toEqual([]);
      expect(
        [words.en, words.zh].every((text) => text.includes('4711')),
        family,
      ).toBe(true);
    }
  });

  it('G-24 keep the code for support in the details, never the text of the box in the words', () => {
    for (const [family, , code] of familyRows) {
      const { text, details } = failureText(refused(family, code, 'secret text'), languages, 'en');
      expect(details).toBe(`${family} ${code} (secret text)`);
      expect(text).not.toContain('secret text');
    }
  });

  it('say what this box does not offer, whatever the number is', () => {
    for (const family of Object.keys(CODES).filter(isCallFamily))
      expect(wordsOf(refused(family, STANDARD_REFUSALS[family].notOffered, 'notOffered')), family).toEqual(
        family === 'ACC'
          ? wordsOf(refused('ACC', ACC.authentication))
          : { en: 'This box does not offer this', zh: '此盒子不支持该功能' },
      );
  });

  it('have one text for one meaning: no privilege, and no session', () => {
    for (const family of ['GEN', 'PLG', 'APP', 'TSK', 'ALB'] as const) {
      expect(wordsOf(refused(family, GEN.noPrivilege)).en, family).toBe('No privilege');
      expect(wordsOf(refused(family, GEN.session)).en, family).toBe('Session not created, sign in again');
    }
  });

  it('do not answer for a family that does not exist', () => {
    const family = 'NEW' as ErrorFamily; // of a later box
    expect(failureText(refused(family, 4), languages, 'en')).toEqual({ text: UNKNOWN_TEXT, details: 'NEW 4' });
  });
});

describe('reasons of refusals', () => {
  it.each([
    [GEN.noPrivilege, 'encrypted'],
    ...[
      'host.absent',
      'host.silent',
      'host.lacking',
      'host.busy',
      'host.failed',
      'fan.absent',
      'led.absent',
      'mounts.silent',
      'mounts.inUse',
      'mounts.rclone',
      'mounts.nfs',
      'half',
      'EHOSTDOWN',
      'ENOTCONN',
    ].map((info) => [GEN.failed, info] as const),
    ...['gone', 'changed', 'notEmpty', 'taken', 'noTrash'].map((info) => [GEN.path, info] as const),
  ] as const)('%i %s says more than its number', (code, info) => {
    const words = wordsOf(refused('GEN', code, info));
    expect(problemsOf(words, code)).toEqual([]);
    const plain = wordsOf(refused('GEN', code));
    expect(words.en).not.toBe(plain.en);
    expect(words.zh).not.toBe(plain.zh);
    // A reason belongs to its number.
    expect(wordsOf(refused('GEN', GEN.busy, info))).toEqual(wordsOf(refused('GEN', GEN.busy)));
  });

  it.each(['login.passwordCommon', 'account.linkElsewhere', 'account.linkAdmin', 'account.linkOver'])(
    '%s of the account service says more than its number',
    (info) => {
      const words = wordsOf(refused('ACC', ACC.badParameter, info));
      expect(problemsOf(words, ACC.badParameter)).toEqual([]);
      expect(words.en).not.toBe(wordsOf(refused('ACC', ACC.badParameter)).en);
    },
  );
});

describe('reasons why a task ended', () => {
  const operations = { transfer: 'COPY', crypt: 'EMOVE', archive: 'DECOMPRESS', upgrade: 'UPGRADE' } as const;
  const rows = Object.entries(OPERATION_ERRORS).flatMap(([group, table]) =>
    Object.keys(table).map((code) => [group, Number(code)] as const),
  );

  it.each(rows)('ERR-031 to ERR-037 %s %i has words', (group, code) => {
    const operation = Object.entries(operations).find(([each]) => each === group)?.[1];
    expect(operation).toBeDefined();
    const failure = { _tag: 'Rejected', messageKey: TASK_ENDED, values: { operation: operation ?? '', code } } as const;
    expect(problemsOf(wordsOf(failure), code)).toEqual([]);
  });
});

describe('the catalogues of both SDKs', () => {
  const entries: readonly (readonly [string, CatalogueMessage])[] = Object.entries({
    ...boxCatalogue,
    ...accountCatalogue,
  });
  const placeholdersOf = (text: string): readonly string[] =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

  it('G-72 have both languages for every key, and the same placeholders', () => {
    expect(entries.length).toBeGreaterThan(250);
    for (const [key, { en, zh }] of entries) {
      expect(placeholdersOf(zh), key).toEqual(placeholdersOf(en));
      expect(problemsOf({ en: closed(en), zh: closed(zh) }), key).toEqual([]);
    }
  });
});
