/** Every rule about files, names and places. */
export * from './archive.ts';
export * from './chinese.ts';
export * from './conflicts.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './order.ts';
export * from './outcomes.ts';
export * from './paging.ts';
export * from './picker.ts';
export * from './rename.ts';
export * from './spelling.ts';
