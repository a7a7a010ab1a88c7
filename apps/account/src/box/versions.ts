import type { VersionInfo } from '@boxwood/account-sdk';
import type { Language } from '../service-context.ts';

/** The release of the product that users see (PROD-19). */
const RELEASE = '1.0.7 beta';

type ReleaseNote = Readonly<Record<Language, string>>;

const newestNotes: readonly ReleaseNote[] = [
  {
    en: 'Folders of any size open at once: the box sorts and pages its listings',
    zh: '文件再多的文件夹也能立即打开：列表由盒子排序和分页',
  },
  {
    en: 'Uploads resume where they stopped, also after a restart of the box',
    zh: '上传可断点续传，盒子重启后也能继续',
  },
  { en: 'Every change to files can be undone and redone', zh: '对文件的每次修改都可以撤销和重做' },
  { en: 'Encrypted files open at any position without waiting', zh: '加密文件可从任意位置打开，无需等待' },
  {
    en: 'The box can be reached from outside without opening a port at home',
    zh: '外出时也能访问盒子，家中无需开放端口',
  },
];
/** Not on N2 (ROLE-12). */
const archiveNote: ReleaseNote = {
  en: 'Archives can be packed and unpacked; malicious ones are refused before anything is written',
  zh: '支持压缩和解压，恶意压缩包在写入磁盘前即被拒绝',
};
const fixNotes: readonly ReleaseNote[] = [
  { en: 'Sign-in attempts are limited', zh: '限制登录尝试次数' },
  { en: 'Thumbnails appear faster', zh: '缩略图显示更快' },
];
const firstNotes: readonly ReleaseNote[] = [
  { en: 'First release: files, users, sharing, offline sign-in', zh: '首个版本：文件、用户、分享与离线登录' },
];

interface BuiltInVersion {
  readonly number: string;
  readonly name: string;
  readonly notes: readonly ReleaseNote[];
}
const version = (number: string, name: string, notes: readonly ReleaseNote[]): BuiltInVersion => ({
  number,
  name,
  notes,
});

/**
 * Firmware by model, with its release notes. Each model counts its versions separately (G-36); the plugins require
 * 1018, 13 and 1 (photos) or 1022, 25 and 1 (movies). The last version of each model is what a box of this release
 * reports.
 */
const VERSIONS: Readonly<Record<'N2' | 'N3' | 'G2', readonly BuiltInVersion[]>> = {
  N2: [
    version('1.0.1000', '1.0.0', firstNotes),
    version('1.0.1018', '1.0.5', fixNotes),
    version('1.0.1022', RELEASE, newestNotes),
  ],
  N3: [
    version('1.0.1', '1.0.0', firstNotes),
    version('1.0.13', '1.0.5', fixNotes),
    version('1.0.25', RELEASE, [...newestNotes, archiveNote]),
  ],
  G2: [version('1.0.1', '1.0.0', firstNotes), version('1.0.7', RELEASE, [...newestNotes, archiveNote])],
};

/** The versions of a model with their notes in a language; null for an unknown model. */
export const versionsOf = (model: string, language: Language): readonly VersionInfo[] | null =>
  model === 'N2' || model === 'N3' || model === 'G2'
    ? VERSIONS[model].map(({ number, name, notes }) => ({
        Version: number,
        VersionName: name,
        Description: notes.map((note) => note[language]),
      }))
    : null;
