import { describe, expect, it } from 'vitest';
import { ACCOUNT_ERRORS, accountMessages } from './account-messages.ts';
import { defineCatalogue, fillPlaceholders, createMessageLookup } from './message-catalogue.ts';
import { ruleMessages } from './rule-messages.ts';
import { sessionMessages } from './session-messages.ts';

const sample = defineCatalogue({
  'a.full': { level: 'warning', en: '{n} of {max}', zh: '{max} 中的 {n}' },
  'a.plain': { level: 'info', en: 'plain', zh: '普通' },
});

describe('catalogue', () => {
  it('G-72: one key, a level and both languages', () => {
    const { text, issueText, levelOf } = createMessageLookup(sample);
    expect(text('a.full', 'en', { n: 3, max: 5 })).toBe('3 of 5');
    expect(text('a.full', 'zh-CN', { n: 3, max: 5 })).toBe('5 中的 3');
    expect(text('a.plain', 'zh-CN')).toBe('普通');
    expect(issueText({ issue: 'a.full', n: 1, max: 2 }, 'en')).toBe('1 of 2');
    expect(levelOf('a.full')).toBe('warning');
    // @ts-expect-error a hole without a value does not compile
    expect(text('a.full', 'en', { n: 3 })).toBe('3 of {max}');
    // @ts-expect-error an unknown key does not compile
    expect(text('a.none', 'en')).toBe('a.none');
  });

  it('G-72: a missing or different translation does not compile', () => {
    // @ts-expect-error no Chinese text
    defineCatalogue({ x: { level: 'info', en: 'x' } });
    // @ts-expect-error the Chinese text has another placeholder
    defineCatalogue({ x: { level: 'info', en: '{a}', zh: '{b}' } });
    expect(fillPlaceholders('{a}{b}', { a: 1 })).toBe('1{b}');
  });

  it('leaves no text empty and no English text in the Chinese column', () => {
    for (const catalogue of [accountMessages, ruleMessages, sessionMessages])
      for (const [key, { en, zh }] of Object.entries(catalogue)) {
        expect(en, key).not.toBe('');
        expect(zh, key).toMatch(/\p{Script=Han}/u);
      }
  });

  it('ERR-051 ERR-054 to ERR-096: every account code has its own message, the four link problems share one', () => {
    const numbers = [
      503, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015, 1016, 1017,
      1018, 1019, 1020, 1021, 1022, 1029, 1030, 1033, 1035, 1037, 1040, 1041, 1045, 1046, 1047, 1048, 1049, 1050, 2000,
      2002, 2003, 2004, 2005, 2007, 2008,
    ];
    expect(Object.keys(ACCOUNT_ERRORS).map(Number)).toEqual(numbers);
    const keys = Object.values(ACCOUNT_ERRORS);
    expect(new Set(keys).size).toBe(numbers.length - 5);
    expect(new Set(keys.map((key) => accountMessages[key].en)).size).toBe(numbers.length - 5);
  });
});
