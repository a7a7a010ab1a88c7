/** Name of the app, also the title of a window at a root. */
export const title = { en: 'Files', zh: '文件' };
