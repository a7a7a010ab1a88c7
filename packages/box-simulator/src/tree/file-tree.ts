/** The files of a box with their bytes, in memory. Paths are those of the box, `/mnt/usb1/ann/a.txt`. */
import type { SimulatorClock } from '../simulator-clock.ts';

interface NodeBase {
  name: string;
  /** Epoch seconds. */
  ctime: number;
  mtime: number;
}
export interface FileNode extends NodeBase {
  readonly kind: 'file';
  bytes: Uint8Array;
}
export interface FolderNode extends NodeBase {
  readonly kind: 'folder';
  readonly children: Map<string, TreeNode>;
}
/** A soft link; `target` is a path of the box. */
export interface LinkNode extends NodeBase {
  readonly kind: 'link';
  readonly target: string;
}
export type TreeNode = FileNode | FolderNode | LinkNode;

export const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');
export const parentOf = (path: string): string => `/${partsOf(path).slice(0, -1).join('/')}`;
export const nameOf = (path: string): string => partsOf(path).at(-1) ?? '';
export const join = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);
/** Whether `path` is `folder` or below it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Maximum number of chained links to follow. */
const MAX_LINKS = 8;

export class FileTree {
  readonly #clock: SimulatorClock;
  readonly #root: FolderNode;

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
    this.#root = { kind: 'folder', name: '', ...this.#times(), children: new Map() };
  }

  /** The node at the path; a link at its end is not followed. */
  find(path: string, links = MAX_LINKS): TreeNode | undefined {
    let at: TreeNode | undefined = this.#root;
    for (const part of partsOf(path)) {
      const folder = this.#follow(at, links);
      if (folder?.kind !== 'folder') return undefined;
      at = folder.children.get(part);
    }
    return at;
  }

  /** The folder at the path, following links. */
  folder(path: string): FolderNode | undefined {
    const node = this.#follow(this.find(path), MAX_LINKS);
    return node?.kind === 'folder' ? node : undefined;
  }

  /** The file at the path, following links. */
  file(path: string): FileNode | undefined {
    const node = this.#follow(this.find(path), MAX_LINKS);
    return node?.kind === 'file' ? node : undefined;
  }

  has(path: string): boolean {
    return this.find(path) !== undefined;
  }

  /** The bytes of a file; undefined when it does not exist. */
  read(path: string): Uint8Array | undefined {
    return this.file(path)?.bytes;
  }

  /** A file as text; undefined when it does not exist. */
  text(path: string): string | undefined {
    const bytes = this.read(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** The names in a folder in insertion order; empty when the folder does not exist. */
  names(path: string): readonly string[] {
    return [...(this.folder(path)?.children.keys() ?? [])];
  }

  /** Creates a folder and its parents. Throws when a file is in the way. */
  makeFolder(path: string): FolderNode {
    let at = this.#root;
    for (const part of partsOf(path)) {
      const next = this.#follow(at.children.get(part), MAX_LINKS);
      if (next === undefined) {
        const made: FolderNode = { kind: 'folder', name: part, ...this.#times(), children: new Map() };
        at.children.set(part, made);
        at = made;
      } else if (next.kind === 'folder') at = next;
      else throw new Error(`${path}: no folder at ${part}`);
    }
    return at;
  }

  /** Writes a file and creates its parents; `mtime` in epoch seconds, default: now. */
  write(path: string, content: Uint8Array | string, mtime?: number): void {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const times = this.#times();
    this.#put(path, { kind: 'file', name: '', ctime: times.ctime, mtime: mtime ?? times.mtime, bytes });
  }

  link(path: string, target: string): void {
    this.#put(path, { kind: 'link', name: '', ...this.#times(), target });
  }

  /** Removes the node at the path with all its content; returns false when nothing exists there. */
  remove(path: string): boolean {
    return this.folder(parentOf(path))?.children.delete(nameOf(path)) ?? false;
  }

  /** Moves the node at `from`, replacing the one at `to`. Returns false when nothing exists at `from`. */
  move(from: string, to: string): boolean {
    const node = this.find(from);
    if (node === undefined) return false;
    this.remove(from);
    this.#put(to, node);
    return true;
  }

  /** Copies the node at `from` with all its content. Returns false when nothing exists at `from`. */
  copy(from: string, to: string): boolean {
    const node = this.find(from);
    if (node === undefined) return false;
    this.#put(to, this.#clone(node));
    return true;
  }

  #put(path: string, node: TreeNode): void {
    node.name = nameOf(path);
    this.makeFolder(parentOf(path)).children.set(node.name, node);
  }

  #clone(node: TreeNode): TreeNode {
    if (node.kind !== 'folder') return { ...node };
    return { ...node, children: new Map([...node.children].map(([name, child]) => [name, this.#clone(child)])) };
  }

  #follow(node: TreeNode | undefined, links: number): TreeNode | undefined {
    if (node?.kind !== 'link') return node;
    return links === 0 ? undefined : this.#follow(this.find(node.target, links - 1), links - 1);
  }

  #times(): { readonly ctime: number; readonly mtime: number } {
    const now = Math.floor(this.#clock.now() / 1000);
    return { ctime: now, mtime: now };
  }
}
