/** Every rule about files, names and places. */
export * from './archive-rules.ts';
export * from './chinese-encoding.ts';
export * from './name-conflicts.ts';
export * from './file-limits.ts';
export * from './file-names.ts';
export * from './natural-order.ts';
export * from './batch-outcomes.ts';
export * from './file-pages.ts';
export * from './folder-picker.ts';
export * from './rename-rules.ts';
export * from './pinyin-spelling.ts';
