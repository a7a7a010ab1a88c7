/** What operation tasks do to the tree when they finish. */
import type { ArchiveEntry } from '../archives/archive-entry.ts';
import { pack, suffixOf, unpack } from '../archives/archive-formats.ts';
import type { BoxState } from '../box-state.ts';
import { freeName } from '../files/path-access.ts';
import { Refusal } from '../simulator-refusal.ts';
import type { TreeNode } from '../tree/file-tree.ts';
import { isWithin, join, nameOf, partsOf } from '../tree/file-tree.ts';

export const OPERATIONS = [
  'COPY',
  'MOVE',
  'EMOVE',
  'DMOVE',
  'DOWN',
  'UPLOAD',
  'REMOVE',
  'COMPRESS',
  'DECOMPRESS',
] as const;
export type OperationType = (typeof OPERATIONS)[number];

/** An operation with paths in the tree; `conflict` 1 replaces, 2 keeps both, 3 skips. */
export interface TaskOperation {
  readonly type: OperationType;
  readonly source: string;
  readonly target: string;
  readonly names: readonly string[];
  readonly conflict: number;
}

/** Progress codes from 6 on are failure reasons. */
const OPERATION_CODES = { noSource: 6, unsafe: 8, notWritable: 9, format: 13, damaged: 14 } as const;

const ENCRYPTED = /\.hyencrypt_v[23]$/;
const ENCRYPTION_HEADER = new TextEncoder().encode('HYENCRYPT3');
const xorBytes = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a);

/** The target path of an item; null when it is skipped. */
const resolveConflict = (box: BoxState, path: string, conflict: number): string | null => {
  if (!box.tree.has(path)) return path;
  return conflict === 2 ? freeName(box, path) : conflict === 3 ? null : path;
};

const entriesOf = (node: TreeNode, name: string): readonly ArchiveEntry[] => {
  if (node.kind === 'link') return [];
  if (node.kind === 'file') return [{ name, bytes: node.bytes, mtime: node.mtime }];
  const own: ArchiveEntry = { name, bytes: null, mtime: node.mtime };
  return [own, ...[...node.children.values()].flatMap((child) => entriesOf(child, `${name}/${child.name}`))];
};

const compress = (box: BoxState, { source, target, names }: TaskOperation): void => {
  const suffix = suffixOf(target);
  if (suffix === undefined) throw new Refusal(OPERATION_CODES.format);
  const nodes = names.map((name) => box.tree.find(join(source, name)));
  const entries = nodes.flatMap((node) => {
    if (node === undefined) throw new Refusal(OPERATION_CODES.noSource);
    return entriesOf(node, node.name);
  });
  box.tree.write(target, pack(suffix, entries));
};

const extract = (box: BoxState, { source, target }: TaskOperation): void => {
  const suffix = suffixOf(source);
  const bytes = box.tree.read(source);
  if (suffix === undefined) throw new Refusal(OPERATION_CODES.format);
  const entries = bytes === undefined ? undefined : unpack(suffix, bytes);
  if (entries === undefined) throw new Refusal(OPERATION_CODES.damaged);
  if (entries.some(({ name }) => name.startsWith('/') || partsOf(name).includes('..')))
    throw new Refusal(OPERATION_CODES.unsafe);
  const folder = freeName(box, join(target, nameOf(source).slice(0, -suffix.length)));
  box.tree.makeFolder(folder);
  for (const { name, bytes: content, mtime } of entries)
    if (content === null) box.tree.makeFolder(join(folder, name));
    else box.tree.write(join(folder, name), content, mtime);
};

const crypt = (box: BoxState, { type, source, target }: TaskOperation): void => {
  const bytes = box.tree.read(source);
  if (bytes === undefined) throw new Refusal(OPERATION_CODES.noSource);
  const name = nameOf(source);
  const isEncrypted = ENCRYPTED.test(name);
  if (isEncrypted === (type === 'EMOVE')) throw new Refusal(OPERATION_CODES.format);
  if (isEncrypted)
    box.tree.write(join(target, name.replace(ENCRYPTED, '')), xorBytes(bytes.subarray(ENCRYPTION_HEADER.length)));
  else box.tree.write(join(target, `${name}.hyencrypt_v3`), Buffer.concat([ENCRYPTION_HEADER, xorBytes(bytes)]));
  box.tree.remove(source);
};

/** Performs the operation; throws a {@link Refusal} with the progress code of the failure. */
export const performOperation = (box: BoxState, operation: TaskOperation): void => {
  const { type, source, target, conflict } = operation;
  switch (type) {
    case 'COPY':
    case 'MOVE': {
      if (!box.tree.has(source)) throw new Refusal(OPERATION_CODES.noSource);
      if (isWithin(target, source)) throw new Refusal(OPERATION_CODES.notWritable);
      const to = resolveConflict(box, join(target, nameOf(source)), conflict);
      if (to === null || to === source) return;
      if (type === 'COPY') box.tree.copy(source, to);
      else box.tree.move(source, to);
      return;
    }
    case 'EMOVE':
    case 'DMOVE':
      crypt(box, operation);
      return;
    case 'COMPRESS':
      compress(box, operation);
      return;
    case 'DECOMPRESS':
      extract(box, operation);
      return;
    case 'REMOVE':
      if (!box.tree.remove(source)) throw new Refusal(OPERATION_CODES.noSource);
      return;
    case 'DOWN':
      box.tree.write(
        freeName(box, join(target, nameOf(source.split(/[?#]/)[0] ?? '') || 'download')),
        `from ${source}\n`,
      );
      return;
    case 'UPLOAD':
      if (!box.tree.has(source)) throw new Refusal(OPERATION_CODES.noSource);
  }
};
