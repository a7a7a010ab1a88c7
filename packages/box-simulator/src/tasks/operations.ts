/** What operation tasks do to the tree when they finish. */
import type { Entry } from '../archives/entry.ts';
import { pack, suffixOf, unpack } from '../archives/archive.ts';
import type { Box } from '../box.ts';
import { freeName } from '../files/places.ts';
import { Refusal } from '../refusal.ts';
import type { TreeNode } from '../tree/tree.ts';
import { isWithin, join, nameOf, partsOf } from '../tree/tree.ts';

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
export type Operation = (typeof OPERATIONS)[number];

/** An operation with paths in the tree; `conflict` 1 replaces, 2 keeps both, 3 skips. */
export interface Order {
  readonly type: Operation;
  readonly source: string;
  readonly target: string;
  readonly names: readonly string[];
  readonly conflict: number;
}

/** Progress codes from 6 on are failure reasons. */
const OP = { noSource: 6, unsafe: 8, notWritable: 9, format: 13, damaged: 14 } as const;

const ENCRYPTED = /\.hyencrypt_v[23]$/;
const MARK = new TextEncoder().encode('HYENCRYPT3');
const masked = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a);

/** The target path of an item; null when it is skipped. */
const placed = (box: Box, path: string, conflict: number): string | null => {
  if (!box.tree.has(path)) return path;
  return conflict === 2 ? freeName(box, path) : conflict === 3 ? null : path;
};

const entriesOf = (node: TreeNode, name: string): readonly Entry[] => {
  if (node.kind === 'link') return [];
  if (node.kind === 'file') return [{ name, bytes: node.bytes, mtime: node.mtime }];
  const own: Entry = { name, bytes: null, mtime: node.mtime };
  return [own, ...[...node.children.values()].flatMap((child) => entriesOf(child, `${name}/${child.name}`))];
};

const compress = (box: Box, { source, target, names }: Order): void => {
  const suffix = suffixOf(target);
  if (suffix === undefined) throw new Refusal(OP.format);
  const nodes = names.map((name) => box.tree.find(join(source, name)));
  const entries = nodes.flatMap((node) => {
    if (node === undefined) throw new Refusal(OP.noSource);
    return entriesOf(node, node.name);
  });
  box.tree.write(target, pack(suffix, entries));
};

const extract = (box: Box, { source, target }: Order): void => {
  const suffix = suffixOf(source);
  const bytes = box.tree.read(source);
  if (suffix === undefined) throw new Refusal(OP.format);
  const entries = bytes === undefined ? undefined : unpack(suffix, bytes);
  if (entries === undefined) throw new Refusal(OP.damaged);
  if (entries.some(({ name }) => name.startsWith('/') || partsOf(name).includes('..'))) throw new Refusal(OP.unsafe);
  const folder = freeName(box, join(target, nameOf(source).slice(0, -suffix.length)));
  box.tree.makeFolder(folder);
  for (const { name, bytes: content, mtime } of entries)
    if (content === null) box.tree.makeFolder(join(folder, name));
    else box.tree.write(join(folder, name), content, mtime);
};

const crypt = (box: Box, { type, source, target }: Order): void => {
  const bytes = box.tree.read(source);
  if (bytes === undefined) throw new Refusal(OP.noSource);
  const name = nameOf(source);
  const isEncrypted = ENCRYPTED.test(name);
  if (isEncrypted === (type === 'EMOVE')) throw new Refusal(OP.format);
  if (isEncrypted) box.tree.write(join(target, name.replace(ENCRYPTED, '')), masked(bytes.subarray(MARK.length)));
  else box.tree.write(join(target, `${name}.hyencrypt_v3`), Buffer.concat([MARK, masked(bytes)]));
  box.tree.remove(source);
};

/** Performs the operation; throws a {@link Refusal} with the progress code of the failure. */
export const perform = (box: Box, order: Order): void => {
  const { type, source, target, conflict } = order;
  switch (type) {
    case 'COPY':
    case 'MOVE': {
      if (!box.tree.has(source)) throw new Refusal(OP.noSource);
      if (isWithin(target, source)) throw new Refusal(OP.notWritable);
      const to = placed(box, join(target, nameOf(source)), conflict);
      if (to === null || to === source) return;
      if (type === 'COPY') box.tree.copy(source, to);
      else box.tree.move(source, to);
      return;
    }
    case 'EMOVE':
    case 'DMOVE':
      crypt(box, order);
      return;
    case 'COMPRESS':
      compress(box, order);
      return;
    case 'DECOMPRESS':
      extract(box, order);
      return;
    case 'REMOVE':
      if (!box.tree.remove(source)) throw new Refusal(OP.noSource);
      return;
    case 'DOWN':
      box.tree.write(
        freeName(box, join(target, nameOf(source.split(/[?#]/)[0] ?? '') || 'download')),
        `from ${source}\n`,
      );
      return;
    case 'UPLOAD':
      if (!box.tree.has(source)) throw new Refusal(OP.noSource);
  }
};
