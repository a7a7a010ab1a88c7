/**
 * Guards against ZIP bombs: an Office file is a ZIP whose headers can declare a small size and unpack to gigabytes. It
 * is unpacked here, counting the real bytes, and written again without compression for the renderer.
 */

/** Limits of an unpacked package, in bytes. */
export interface PackageLimits {
  /** All parts. */
  readonly bytes: number;
  /** Markup parts, which take time to render. */
  readonly markup: number;
}

/** The package exceeds the limits. */
export class PackageTooLarge extends Error {
  override readonly name = 'PackageTooLarge';
}

/** No real document has more parts; more would only block the page. */
const MAX_PARTS = 5000;
const MARKUP = /\.(xml|rels|vml|html?)$/i;

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;

interface PackagePart {
  readonly name: Uint8Array;
  readonly checksum: number;
  readonly content: Uint8Array;
}

/** Whether the bytes start with the ZIP signature. */
export const isPackage = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

const damagedError = (): Error => new TypeError('the package is damaged');

const findEnd = (view: DataView): number => {
  for (let at = view.byteLength - END_BYTES; at >= 0 && at > view.byteLength - END_BYTES - 0x10000; at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  throw damagedError();
};

const inflateRaw = async (data: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array> => {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new PackageTooLarge();
    }
    chunks.push(value);
  }
  const content = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.byteLength;
  }
  return content;
};

const unpackParts = async (bytes: Uint8Array<ArrayBuffer>, limits: PackageLimits): Promise<readonly PackagePart[]> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_PARTS) throw new PackageTooLarge();
  const parts: PackagePart[] = [];
  let remaining = { bytes: limits.bytes, markup: limits.markup };
  for (let n = 0, at = view.getUint32(end + 16, true); n < count; n += 1) {
    if (at + CENTRAL_BYTES > end || view.getUint32(at, true) !== CENTRAL_SIGNATURE) throw damagedError();
    const method = view.getUint16(at + 10, true);
    const compressedSize = view.getUint32(at + 20, true);
    const declaredSizeOffset = at + 24;
    const nameLength = view.getUint16(at + 28, true);
    const name = bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
    const local = view.getUint32(at + 42, true);
    const checksum = view.getUint32(at + 16, true);
    at += CENTRAL_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (local + LOCAL_BYTES > end || view.getUint32(local, true) !== LOCAL_SIGNATURE) throw damagedError();
    const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + compressedSize > end || (method !== 0 && method !== 8)) throw damagedError();
    const data = bytes.subarray(start, start + compressedSize);
    const markup = MARKUP.test(new TextDecoder().decode(name));
    const maxBytes = markup ? Math.min(remaining.bytes, remaining.markup) : remaining.bytes;
    // The declared size is only used to reject a part early, never to accept it.
    if (view.getUint32(declaredSizeOffset, true) > maxBytes) throw new PackageTooLarge();
    const content = method === 0 ? data : await inflateRaw(data, maxBytes);
    if (content.byteLength > maxBytes) throw new PackageTooLarge();
    remaining = {
      bytes: remaining.bytes - content.byteLength,
      markup: remaining.markup - (markup ? content.byteLength : 0),
    };
    parts.push({ name, checksum, content });
  }
  return parts;
};

/** Writes the fields that the local and the central header share, from their common offset. */
const writeSharedFields = (view: DataView, at: number, { name, checksum, content }: PackagePart): void => {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x800, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, content.byteLength, true);
  view.setUint32(at + 18, content.byteLength, true);
  view.setUint16(at + 22, name.byteLength, true);
};

const writeStoredPackage = (parts: readonly PackagePart[]): Uint8Array<ArrayBuffer> => {
  const size = parts.reduce(
    (sum, { name, content }) => sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * name.byteLength + content.byteLength,
    END_BYTES,
  );
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const localOffsets: number[] = [];
  let at = 0;
  for (const part of parts) {
    localOffsets.push(at);
    view.setUint32(at, LOCAL_SIGNATURE, true);
    writeSharedFields(view, at + 4, part);
    bytes.set(part.name, at + LOCAL_BYTES);
    bytes.set(part.content, at + LOCAL_BYTES + part.name.byteLength);
    at += LOCAL_BYTES + part.name.byteLength + part.content.byteLength;
  }
  const directoryOffset = at;
  for (const [n, part] of parts.entries()) {
    view.setUint32(at, CENTRAL_SIGNATURE, true);
    view.setUint16(at + 4, 20, true);
    writeSharedFields(view, at + 6, part);
    view.setUint32(at + 42, localOffsets[n] ?? 0, true);
    bytes.set(part.name, at + CENTRAL_BYTES);
    at += CENTRAL_BYTES + part.name.byteLength;
  }
  view.setUint32(at, END_SIGNATURE, true);
  view.setUint16(at + 8, parts.length, true);
  view.setUint16(at + 10, parts.length, true);
  view.setUint32(at + 12, at - directoryOffset, true);
  view.setUint32(at + 16, directoryOffset, true);
  return bytes;
};

/**
 * Unpacks a package and writes it again with stored (uncompressed) parts.
 * @throws PackageTooLarge if it exceeds the limits, TypeError if it is damaged
 */
export const repackWithLimits = async (
  bytes: Uint8Array<ArrayBuffer>,
  limits: PackageLimits,
): Promise<Uint8Array<ArrayBuffer>> => writeStoredPackage(await unpackParts(bytes, limits));
