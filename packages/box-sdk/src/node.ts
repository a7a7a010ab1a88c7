/** Exports that need a file system: files and folders of this computer as upload sources (`@boxwood/box-sdk/node`). */
export { fromDisk, toDisk } from './local/disk-names.ts';
export { fileTransport } from './local/file-transport.ts';
export type { LocalFile, TreeOptions } from './local/tree.ts';
export { localFile, localTree, uploadFolder } from './local/tree.ts';
