import { describe, expect, it } from 'vitest';
import {
  checkNameRule,
  checkRating,
  isRescraped,
  isScraped,
  matchesNameRule,
  DEFAULT_SCRAPE_CONFIG,
} from './media-rules.ts';

const MB = 1024 * 1024;

describe('media library', () => {
  it('MEDIA-08 VALID-108: rating', () => {
    expect(['0', '9.5', '10.0', '10.1', '9.55', ''].map((t) => checkRating(t).ok)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('MEDIA-04: three kinds of rules', () => {
    expect(matchesNameRule({ rule: 'startswith', value: 'samp' }, 'Sample.mkv')).toBe(true);
    expect(matchesNameRule({ rule: 'startswith', value: 'ample' }, 'Sample.mkv')).toBe(false);
    expect(matchesNameRule({ rule: 'contains', value: 'AMPLE' }, 'Sample.mkv')).toBe(true);
    expect(matchesNameRule({ rule: 'regex', value: '^s.mple' }, 'Sample.mkv')).toBe(true);
    expect(matchesNameRule({ rule: 'regex', value: '(' }, 'Sample.mkv')).toBe(false);
    expect(checkNameRule({ rule: 'regex', value: '(' })).toEqual({ ok: false, issue: 'media.ruleExpression' });
    expect(checkNameRule({ rule: 'contains', value: '' })).toEqual({ ok: false, issue: 'media.ruleEmpty' });
  });

  it('MEDIA-05 P-20: extension, size, keywords', () => {
    expect(isScraped({ name: 'Film.MKV', size: 50 * MB }, DEFAULT_SCRAPE_CONFIG)).toBe(true);
    expect(isScraped({ name: 'Film.mkv', size: 50 * MB - 1 }, DEFAULT_SCRAPE_CONFIG)).toBe(false);
    expect(isScraped({ name: 'Film.txt', size: 50 * MB }, DEFAULT_SCRAPE_CONFIG)).toBe(false);
    expect(isScraped({ name: 'Film-Trailer.mkv', size: 50 * MB }, DEFAULT_SCRAPE_CONFIG)).toBe(false);
  });

  it('MEDIA-06: a locked item is left alone', () => {
    expect(['locked', 'unlocked', 'nocache'].filter(isRescraped)).toEqual(['unlocked', 'nocache']);
  });
});
