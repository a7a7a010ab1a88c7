/** What a visitor reads, in the two languages of the product. `{…}` is filled in. */
const WORDS = {
  title: { en: 'Shared files', zh: '分享的文件' },
  codeLabel: { en: 'Extraction code', zh: '提取码' },
  codeText: {
    en: 'These files need a code of four digits. Ask the person who sent you the link.',
    zh: '查看这些文件需要四位数字的提取码，请向分享者索取。',
  },
  openShare: { en: 'Open', zh: '打开' },
  wrongCode: { en: 'The extraction code is wrong.', zh: '提取码错误。' },
  tooOften: {
    en: 'Too many wrong codes. Wait ten minutes and try again.',
    zh: '提取码错误次数过多，请十分钟后再试。',
  },
  frozen: {
    en: 'Too many wrong codes were typed for this link. Ask the person who sent it for a new one.',
    zh: '此链接的提取码错误次数过多，已停用，请向分享者索取新链接。',
  },
  until: { en: 'Available until {time}', zh: '有效期至 {time}' },
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

export type ShareWord = keyof typeof WORDS;
export type Language = 'en' | 'zh';
export type Say = (word: ShareWord, holes?: Readonly<Record<string, string>>) => string;

/** The language of a page by the browser's list; Chinese when it stands before English. */
export const languageOf = (accepts: string | undefined): Language => {
  const wanted = (accepts ?? '').toLowerCase().split(',');
  const at = (language: Language): number => wanted.findIndex((tag) => tag.trim().startsWith(language));
  return at('zh') >= 0 && (at('en') < 0 || at('zh') < at('en')) ? 'zh' : 'en';
};

export const sayIn =
  (language: Language): Say =>
  (word, holes = {}) =>
    WORDS[word][language].replaceAll(/\{(\w+)\}/g, (hole, name: string) => holes[name] ?? hole);
