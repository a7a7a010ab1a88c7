/** Texts of the visitor pages in both product languages. `{…}` is a placeholder. */
const MESSAGES = {
  title: { en: 'Shared files', zh: '分享的文件' },
  codeLabel: { en: 'Code', zh: '提取码' },
  codeText: {
    en: 'These files need a code of four digits. Ask the person who sent you the link.',
    zh: '查看这些文件需要四位数字的提取码，请向分享者索取。',
  },
  openShare: { en: 'Open', zh: '打开' },
  wrongCode: { en: 'The code is wrong.', zh: '提取码错误。' },
  tooOften: {
    en: 'Too many wrong codes. Wait ten minutes and try again.',
    zh: '提取码错误次数过多，请十分钟后再试。',
  },
  frozen: {
    en: 'Too many wrong codes were typed for this link. Ask the person who sent it for a new one.',
    zh: '此链接的提取码错误次数过多，已停用，请向分享者索取新链接。',
  },
  gives: { en: '{giver} shares {what} with you', zh: '{giver} 与你分享了 {what}' },
  something: { en: 'a folder', zh: '一个文件夹' },
  straight: {
    en: 'Straight from the box at {giver}’s home. Nobody else keeps a copy.',
    zh: '直接来自 {giver} 家中的存储盒，没有其他人保存副本。',
  },
  until: { en: 'until {time}', zh: '{time} 前有效' },
  things: { en: '{n} items', zh: '{n} 个项目' },
  previous: { en: 'Previous', zh: '上一个' },
  following: { en: 'Next', zh: '下一个' },
  downloadAll: { en: 'Download all', zh: '全部下载' },
  openFile: { en: 'Open', zh: '打开' },
  download: { en: 'Download', zh: '下载' },
  downloadOf: { en: 'Download {name}', zh: '下载 {name}' },
  all: { en: 'All files', zh: '全部文件' },
  folder: { en: 'Folder', zh: '文件夹' },
  emptyFolder: { en: 'This folder is empty.', zh: '此文件夹为空。' },
  more: { en: 'Next page', zh: '下一页' },
  place: { en: 'Where you are', zh: '当前位置' },
  unknown: { en: 'There is no such share. Check the link.', zh: '分享不存在，请检查链接。' },
  expired: { en: 'This share has expired.', zh: '此分享已过期。' },
  gone: { en: 'The shared files are no longer there.', zh: '分享的文件已不存在。' },
  missing: { en: 'This file is no longer there.', zh: '此文件已不存在。' },
  again: { en: 'Your visit has ended. Open the share again.', zh: '访问已超时，请重新打开分享。' },
  openAgain: { en: 'Open the share again', zh: '重新打开分享' },
  busy: {
    en: 'Many people are downloading from this share. Try again in a moment.',
    zh: '当前下载人数较多，请稍后再试。',
  },
} as const;

export type ShareMessageKey = keyof typeof MESSAGES;
export type SharePageLanguage = 'en' | 'zh';
export type FormatShareMessage = (key: ShareMessageKey, values?: Readonly<Record<string, string>>) => string;

/** Singular and plural of the counted types. */
const COUNT_UNITS = {
  photos: { en: ['photo', 'photos'], zh: '张照片' },
  films: { en: ['film', 'films'], zh: '个视频' },
  songs: { en: ['song', 'songs'], zh: '首歌曲' },
  others: { en: ['file', 'files'], zh: '个文件' },
} as const;
const LOCALE = { en: 'en-GB', zh: 'zh-CN' } as const;

/** `48 photos, 2 films and 3 files`. */
export const formatCounts = (
  language: SharePageLanguage,
  counts: Readonly<Record<'photos' | 'films' | 'songs' | 'others', number>>,
): string => {
  const some = (['photos', 'films', 'songs', 'others'] as const)
    .filter((what) => counts[what] > 0)
    .map((what) => {
      const n = counts[what].toLocaleString(LOCALE[language]);
      const [one, more] = COUNT_UNITS[what].en;
      if (language === 'zh') return `${n} ${COUNT_UNITS[what].zh}`;
      return `${n} ${counts[what] === 1 ? one : more}`;
    });
  if (some.length === 0) return MESSAGES.something[language];
  return language === 'zh' ? some.join('、') : new Intl.ListFormat(LOCALE.en, { type: 'conjunction' }).format(some);
};

/** Formats a date in the time zone of the box. */
export const formatDay = (language: SharePageLanguage, seconds: number): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'medium' }).format(seconds * 1000);

const DAY_S = 86_400;
/** Further ahead than this, a weekday would be ambiguous. */
const WEEK_S = 6 * DAY_S;

/** Formats the end (epoch seconds, box time zone) as `until Sunday 15:30`, or with the date when it is further away. */
export const formatUntil = (language: SharePageLanguage, ends: number, now: number): string => {
  const form = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(LOCALE[language], options).format(ends * 1000);
  const time =
    ends - now < WEEK_S
      ? `${form({ weekday: 'long' })} ${form({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
      : formatDay(language, ends);
  return messagesIn(language)('until', { time });
};

/** Chooses the page language from Accept-Language: Chinese when it comes before English. */
export const languageFromHeader = (accepts: string | undefined): SharePageLanguage => {
  const accepted = (accepts ?? '').toLowerCase().split(',');
  const at = (language: SharePageLanguage): number => accepted.findIndex((tag) => tag.trim().startsWith(language));
  return at('zh') >= 0 && (at('en') < 0 || at('zh') < at('en')) ? 'zh' : 'en';
};

export const messagesIn =
  (language: SharePageLanguage): FormatShareMessage =>
  (key, values = {}) =>
    MESSAGES[key][language].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
