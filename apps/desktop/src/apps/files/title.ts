/** What the app is called, and a window of it at the root of everything. */
export const title = { en: 'Files', zh: '文件' };
