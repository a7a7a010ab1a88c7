/** Exports that need a file system: files and folders of this computer as upload sources (`@boxwood/box-sdk/node`). */
export { fromDisk, toDisk } from './local/disk-name-encoding.ts';
export { fileTransport } from './local/file-transport.ts';
export type { LocalFile, LocalTreeOptions } from './local/upload-folder.ts';
export { localFile, localTree, uploadFolder } from './local/upload-folder.ts';
