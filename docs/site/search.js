// What the search of the documentation finds: whole pages are looked through, part by part, and Chinese words mean the English ones that
// these pages are written in. A script of its own, so that a test asks it what people ask.

/** What people type, and under which words it stands in these pages. */
const MEANINGS = {
  token: ['token'],
  api: ['command', 'sdk'],
  cli: ['command line'],
  https: ['https'],
  tls: ['https'],
  ssl: ['https'],
  certificate: ['certificate', 'https'],
  upgrade: ['update'],
  login: ['sign in', 'login'],
  signin: ['sign in'],
  delete: ['remove', 'delete', 'trash'],
  mirror: ['sync', 'mirror'],
  trash: ['recycle bin', 'trash'],
  macro: ['as a script', 'recorder'],
  docker: ['container', 'podman'],
  password: ['password'],
  sharing: ['share'],
  上传: ['upload', 'put'],
  下载: ['download', 'get'],
  分享: ['share'],
  共享: ['share'],
  链接: ['link'],
  备份: ['backup'],
  恢复: ['restore'],
  还原: ['restore', 'undo'],
  撤销: ['undo'],
  密码: ['password'],
  令牌: ['token'],
  登录: ['sign in', 'login'],
  安装: ['install'],
  更新: ['update'],
  升级: ['update'],
  同步: ['sync'],
  命令: ['command'],
  命令行: ['command line'],
  脚本: ['script'],
  证书: ['certificate', 'https'],
  加密: ['encrypt'],
  保险箱: ['safe'],
  回收站: ['recycle bin', 'trash'],
  家人: ['family'],
  用户: ['user', 'people'],
  管理: ['administrat'],
  邀请: ['invit'],
  照片: ['photo'],
  文件夹: ['folder'],
  文件: ['file'],
  错误: ['error'],
  搜索: ['search', 'find'],
  手机: ['phone'],
  代理: ['proxy'],
  日志: ['log'],
  任务: ['task'],
  权限: ['right', 'access'],
  磁盘: ['disk'],
  空间: ['room', 'space'],
  端口: ['port'],
  容器: ['container'],
  隐私: ['private'],
  安全: ['security'],
};
const CHINESE = Object.keys(MEANINGS)
  .filter((word) => /\p{Script=Han}/u.test(word))
  .sort((a, b) => b.length - a.length);

/**
 * The words of what was typed; Chinese has no spaces between them, so the longest known ones are taken out. What is left between them is mostly
 * what a question is made of; where nothing is known, it is what was meant.
 */
const wordsOf = (typed) => {
  const words = [];
  const unknown = [];
  for (const piece of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    let rest = piece;
    while (rest !== '') {
      const known = CHINESE.find((word) => rest.startsWith(word));
      const length = known?.length ?? (/^\p{Script=Han}/u.test(rest) ? 1 : rest.search(/\p{Script=Han}|$/u));
      if (known !== undefined || !/^\p{Script=Han}/u.test(rest)) words.push(rest.slice(0, length));
      else unknown.push(rest.slice(0, length));
      rest = rest.slice(length);
    }
  }
  return words.length > 0 ? words : unknown.length > 0 ? [unknown.join('')] : [];
};

/** How well one meaning of a word fits a part of a page; 0 not at all. */
const worth = (word, { heading, title, text }) => {
  if (heading.startsWith(word)) return 40;
  if (heading.includes(word)) return 25;
  if (title.includes(word)) return 12;
  const first = text.indexOf(word);
  if (first < 0) return 0;
  const again = Math.min(4, text.split(word).length - 2);
  // A word of its own says more than a piece of another one.
  return (/[\p{L}\p{N}]/u.test(text[first - 1] ?? ' ') ? 1 : 4) + again;
};

const lower = ({ heading, title, text = '' }) => ({
  heading: heading.toLowerCase(),
  title: title.toLowerCase(),
  text: text.toLowerCase(),
});

/** So many parts of one page are shown: a long page must not hide the others. */
const MOST_OF_ONE = 3;
/** Who types Chinese is answered in Chinese first. */
const OWN_LANGUAGE = 2;

/** What somebody typed counts more than another word for it. */
const worthOf = (word, part) =>
  Math.max(worth(word, part), ...(MEANINGS[word] ?? []).map((other) => worth(other, part) * 0.8));

/** The best twelve parts in which every word occurs, in one of its meanings. */
globalThis.findInDocs = (entries, typed) => {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const isChinese = /\p{Script=Han}/u.test(typed);
  const weightOf = ({ to, weight = 1 }) => weight * (isChinese && to.includes('.zh-CN.') ? OWN_LANGUAGE : 1);
  const shown = new Map();
  const isShown = ({ entry }) => {
    const page = entry.to.split('#')[0];
    shown.set(page, (shown.get(page) ?? 0) + 1);
    return shown.get(page) <= MOST_OF_ONE;
  };
  return entries
    .map((entry) => {
      const part = lower(entry);
      const each = words.map((word) => worthOf(word, part));
      return { entry, score: each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0) * weightOf(entry) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .filter(isShown)
    .slice(0, 12)
    .map(({ entry }) => entry);
};
