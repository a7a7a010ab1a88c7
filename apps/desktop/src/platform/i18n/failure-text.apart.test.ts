import { describe, expect, it } from 'vitest';
import { firstValueFrom, filter } from 'rxjs';
import { loadFailureMessages, failureText, failureMessages$ } from './failure-text.ts';
import { boxCatalogue } from '@boxwood/box-sdk/messages';
import { Languages } from './languages.ts';
import { domainMessages } from './domain-messages.ts';
import { TASK_ENDED } from '@boxwood/domain';

describe('failureText', () => {
  const languages = new Languages('en');

  it('G-24: reads refusals of the box out of its tables, the code only in the details', async () => {
    const refused = { _tag: 'Refused', family: 'GEN', code: 13, fields: {} } as const;
    // Nothing is loaded yet: the text is generic, and the call starts loading the messages.
    expect(failureText(refused, languages, 'en').text).toBe('The operation failed');
    await firstValueFrom(failureMessages$.pipe(filter((words) => words !== null)));
    const { text, details } = failureText(refused, languages, 'en');
    expect(text).not.toBe('The operation failed');
    expect(text).not.toContain('13');
    expect(details).toBe('GEN 13');
    expect(failureText(refused, languages, 'zh-CN').text).not.toBe(text);
  });

  it('P-10: a safe that takes no plain file says so and what to do, whatever was refused; a closed one does not', async () => {
    await loadFailureMessages();
    const said = (family: 'GEN' | 'TSK' | 'ACC', info: string, language: 'en' | 'zh-CN') =>
      failureText({ _tag: 'Refused', family, code: 13, info, fields: {} }, languages, language).text;
    for (const family of ['GEN', 'TSK'] as const) {
      expect(said(family, 'encrypted', 'en')).toContain('accepts only encrypted files');
      expect(said(family, 'encrypted', 'zh-CN')).toContain('只接收加密文件');
      for (const info of ['safe', 'path', 'constructor', '']) expect(said(family, info, 'en')).toBe('No privilege');
    }
    expect(said('ACC', 'encrypted', 'en')).not.toContain('encrypted');
  });

  it('ERR-137: words the issue of a rule, with its values', async () => {
    await loadFailureMessages();
    expect(failureText({ _tag: 'Rejected', messageKey: 'download.folder' }, languages, 'zh-CN').text).toContain(
      '文件夹',
    );
    const tooLong = { _tag: 'Rejected', messageKey: 'name.tooLong', values: { max: 128 } } as const;
    expect(failureText(tooLong, languages, 'en').text).toContain('128');
  });

  it('says why a task ended in the words of its operation: one code, two meanings', async () => {
    await loadFailureMessages();
    const why = (operation: string, code: number): string =>
      failureText({ _tag: 'Rejected', messageKey: TASK_ENDED, values: { operation, code } }, languages, 'en').text;
    expect(why('DECOMPRESS', 15)).toBe('The archive has an entry outside the target');
    expect(why('COPY', 15)).toBe('The remote side refused');
    expect(why('COPY', 99)).toBe('The operation failed');
  });

  it('ERR-118, ERR-126 to ERR-129, ERR-146 to ERR-152: the fixed texts of section 8 have one source, and begin like a sentence', () => {
    const catalogue: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = boxCatalogue;
    const fixed = Object.entries(domainMessages.table).filter(([key]) => Object.hasOwn(catalogue, key));
    expect(fixed.length).toBeGreaterThan(14);
    for (const [key, { en, zh }] of fixed) {
      expect(en.toLowerCase(), key).toBe(catalogue[key]?.en.toLowerCase());
      expect(zh, key).toBe(catalogue[key]?.zh);
      expect(en.charAt(0), key).toBe(en.charAt(0).toUpperCase());
    }
  });
});
