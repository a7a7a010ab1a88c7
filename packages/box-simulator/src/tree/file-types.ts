/** File type codes of the specification, section 3. */
import type { TreeNode } from './file-tree.ts';

const OF_SUFFIX: Readonly<Record<number, readonly string[]>> = {
  1: ['mp3', 'flac', 'wav', 'ogg', 'm4a', 'aac', 'ape'],
  2: ['mp4', 'mkv', 'mov', 'avi', 'webm', 'wmv', 'flv', 'm4v'],
  3: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp', 'heic', 'svg'],
  4: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'md', 'json', 'js', 'lua', 'java', 'py', 'sh', 'csv'],
  50: ['tmp', 'part'],
};
const BY_SUFFIX = new Map(
  Object.entries(OF_SUFFIX).flatMap(([code, suffixes]) => suffixes.map((suffix) => [suffix, Number(code)] as const)),
);

export const FOLDER = 5;
export const SOFT_LINK = 100;
export const MOUNT_ROOT = 777;

export const typeOfName = (name: string): number =>
  name.includes('.') ? (BY_SUFFIX.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 0) : 0;

export const typeOf = (node: TreeNode): number => {
  switch (node.kind) {
    case 'folder':
      return FOLDER;
    case 'link':
      return SOFT_LINK;
    case 'file':
      return typeOfName(node.name);
  }
};
