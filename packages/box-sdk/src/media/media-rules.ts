/** Media library (area MEDIA, VALID-108, P-20). */
import { failed, isScore, passed, unless } from '@boxwood/command-bus/rules';
import { extensionOf } from '../files/archive-rules.ts';

/** MEDIA-08: a rating of 0 to 10 with one decimal, as typed. */
export const checkRating = (text: string) => unless(isScore(text), 'media.rating');

/** MEDIA-04: a filter by name. */
export interface NameRule {
  readonly rule: 'startswith' | 'contains' | 'regex';
  readonly value: string;
}

/** Checks that a filter rule is usable. */
export const checkNameRule = ({ rule, value }: NameRule) => {
  if (value === '') return failed('media.ruleEmpty');
  if (rule !== 'regex') return passed;
  try {
    new RegExp(value, 'u');
    return passed;
  } catch {
    return failed('media.ruleExpression');
  }
};

/** Whether a name matches a rule, ignoring case. A rule that does not compile matches nothing. */
export const matchesNameRule = ({ rule, value }: NameRule, name: string): boolean => {
  if (!checkNameRule({ rule, value }).ok) return false;
  const [text, pattern] = [name.toLowerCase(), value.toLowerCase()];
  switch (rule) {
    case 'startswith':
      return text.startsWith(pattern);
    case 'contains':
      return text.includes(pattern);
    case 'regex':
      return new RegExp(value, 'iu').test(name);
  }
};

/** MEDIA-05: defaults of scraping (P-20); size in MB. */
export const DEFAULT_SCRAPE_CONFIG = {
  extensions: ['mp4', 'mkv', 'avi', 'mov', 'wmv', 'ts', 'm2ts', 'iso'],
  minsize: 50,
  keywords: ['sample', 'trailer'],
} as const;

/** Whether a file is added to the library; size in bytes. */
export const isScraped = (
  file: { readonly name: string; readonly size: number },
  cfg: { readonly extensions: readonly string[]; readonly minsize: number; readonly keywords: readonly string[] },
): boolean =>
  cfg.extensions.map((e) => e.toLowerCase()).includes(extensionOf(file.name)) &&
  file.size >= cfg.minsize * 1024 * 1024 &&
  !cfg.keywords.some((keyword) => keyword !== '' && file.name.toLowerCase().includes(keyword.toLowerCase()));

/** MEDIA-06: whether a re-scrape updates an entry; locked ones are skipped. */
export const isRescraped = (lock: string): boolean => lock !== 'locked';
