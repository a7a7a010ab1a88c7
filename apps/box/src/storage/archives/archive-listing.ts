import { posix } from 'node:path';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { fromDisk } from '../vault/disk-names.ts';
import { isKnownType } from './archive-formats.ts';

/** An entry as listed by `7zz l -slt`. Sizes in bytes. A malicious archive may lie about every field. */
export interface ArchiveEntry {
  readonly path: string;
  readonly size: number;
  readonly folder: boolean;
  readonly link: boolean;
  /** Target of a link, if the listing contains it. */
  readonly target: string;
  /** A device, pipe or socket. */
  readonly special: boolean;
}

export interface ArchiveListing {
  readonly type: string;
  readonly entries: readonly ArchiveEntry[];
  readonly bytes: number;
}

/**
 * Limits above which an archive is refused (G-57): entries, expansion ratio, and the size up to which the ratio is not
 * checked.
 */
export const MAX_ENTRIES = 200_000;
export const MAX_EXPANSION_RATIO = 100;
export const UNCHECKED_EXPANSION_BYTES = 10 * 1024 ** 3;

/**
 * Parses the technical listing incrementally: a header after `--`, then after a line of dashes one block of `Key =
 * value` lines per entry. Stores the entries only, because a listing can have tens of megabytes. The text has one
 * character per byte.
 */
export class ArchiveListingParser {
  #buffer = '';
  #header: string | null = null;
  readonly #entries: ArchiveEntry[] = [];
  #bytes = 0;

  push(text: string): void {
    this.#buffer += text;
    if (this.#header === null) {
      const start = /^----------\n/m.exec(this.#buffer);
      if (start === null) return;
      this.#header = this.#buffer.slice(0, start.index);
      this.#buffer = this.#buffer.slice(start.index + start[0].length);
    }
    const end = this.#buffer.lastIndexOf(SEPARATOR);
    if (end < 0) return;
    const complete = this.#buffer.slice(0, end);
    this.#buffer = this.#buffer.slice(end + 2);
    this.#parseBlocks(complete);
  }

  get count(): number {
    return this.#entries.length;
  }

  end(): ArchiveListing {
    if (this.#header !== null) this.#parseBlocks(this.#buffer);
    this.#buffer = '';
    const type = [...(this.#header ?? '').matchAll(/^Type = (.*)$/gm)].at(-1)?.[1] ?? '';
    return { type, entries: this.#entries, bytes: this.#bytes };
  }

  #parseBlocks(text: string): void {
    for (const block of text.split(/\n\n(?=Path = )/)) {
      const fields = new Map<string, string>();
      for (const line of block.split('\n')) {
        const index = line.indexOf(' =');
        if (index > 0 && !fields.has(line.slice(0, index))) fields.set(line.slice(0, index), line.slice(index + 3));
      }
      const path = fields.get('Path');
      if (path === undefined) continue;
      const entry = entryOf(decodeName(path), fields);
      this.#bytes += entry.size;
      this.#entries.push(entry);
    }
  }
}

const decodeName = (bytes: string): string => fromDisk(Buffer.from(bytes, 'latin1'));

const SEPARATOR = '\n\nPath = ';

function entryOf(path: string, fields: ReadonlyMap<string, string>): ArchiveEntry {
  const attributes = fields.get('Attributes') ?? '';
  // Tar has `Mode = -rw-r--r--`, zip and 7z have `Attributes = A_ -rw-r--r--`, and iso has neither.
  const mode = (fields.get('Mode') ?? attributes).trim().split(' ').at(-1) ?? '';
  const kind = /^[-dlcbps]/.test(mode) && mode.length >= 9 ? mode[0] : '-';
  const size = Number(fields.get('Size') ?? '0');
  const symbolic = decodeName(fields.get('Symbolic Link') ?? '');
  const hard = decodeName(fields.get('Hard Link') ?? '');
  return {
    path,
    size: Number.isSafeInteger(size) && size > 0 ? size : 0,
    folder: fields.get('Folder') === '+' || kind === 'd' || attributes.startsWith('D'),
    link: kind === 'l' || symbolic !== '' || hard !== '',
    target: symbolic !== '' ? symbolic : hard !== '' ? `/hard/${hard}` : '',
    special: kind !== undefined && 'cbps'.includes(kind),
  };
}

/** Whether a name leads out of the target folder, on this or another system. */
export function escapesFolder(path: string): boolean {
  if (path.startsWith('/') || path.startsWith('\\') || /^[a-z]:/i.test(path)) return true;
  return path.split(/[/\\]/).includes('..');
}

/**
 * Refuses an archive by its listing, before anything is written.
 * @throws OperationFailed 13 unknown format, 15 unsafe entry, 16 too large
 */
export function checkListing(listing: ArchiveListing, archiveBytes: number): void {
  if (!isKnownType(listing.type)) throw new OperationFailed(OPS.format, listing.type);
  if (listing.entries.length > MAX_ENTRIES) throw new OperationFailed(OPS.tooLarge, 'too many entries');
  if (listing.bytes > UNCHECKED_EXPANSION_BYTES && listing.bytes > archiveBytes * MAX_EXPANSION_RATIO)
    throw new OperationFailed(OPS.tooLarge, 'too large when unpacked');
  const unsafe = (entry: ArchiveEntry): never => {
    throw new OperationFailed(OPS.unsafeEntry, entry.path.replaceAll('/', '\u2215').slice(0, 100).toWellFormed());
  };
  const links = new Set(listing.entries.filter((entry) => entry.link).map((entry) => posix.normalize(entry.path)));
  const seen = new Map<string, boolean>();
  for (const entry of listing.entries) {
    if (entry.special || escapesFolder(entry.path) || entry.path.includes('\0')) unsafe(entry);
    if (entry.link && linkEscapesFolder(entry)) unsafe(entry);
    const path = posix.normalize(entry.path);
    // Refuses a link that shares its name with another entry, and entries below a link: extraction would write through
    // the link.
    const before = seen.get(path);
    if (before !== undefined && (before || entry.link)) unsafe(entry);
    seen.set(path, entry.link);
    for (let index = path.indexOf('/'); links.size > 0 && index > 0; index = path.indexOf('/', index + 1))
      if (links.has(path.slice(0, index))) unsafe(entry);
  }
}

function linkEscapesFolder({ path, target }: ArchiveEntry): boolean {
  if (target === '') return false; // ZIP stores the target in the content, so it is checked after extraction.
  if (target.startsWith('/hard/')) return escapesFolder(target.slice('/hard/'.length));
  if (target.startsWith('/') || target.includes('\\') || /^[a-z]:/i.test(target)) return true;
  const end = posix.normalize(posix.join(posix.dirname(posix.normalize(path)), target));
  return end === '..' || end.startsWith('../');
}
