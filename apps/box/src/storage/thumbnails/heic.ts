import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Failure } from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

/**
 * Pixels of a picture, four bytes each. A row has `stride` pixels, of which the first `width` belong to the picture.
 */
export interface HeicPixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/** Brands of files with HEVC pictures (ISO 23008-12, B.4). AVIF, which sharp decodes, has other brands. */
const HEVC_BRAND = /^he(?:ic|ix|im|is|vc|vx|vm|vs)$/;
/** The brands are in the first box, which is short. */
const BRANDS_BYTES = 128;

const readBrandBytes = (input: string | Uint8Array): Buffer => {
  if (typeof input !== 'string') return Buffer.from(input.subarray(0, BRANDS_BYTES));
  const file = openSync(input, 'r');
  try {
    const bytes = Buffer.alloc(BRANDS_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, BRANDS_BYTES, 0));
  } finally {
    closeSync(file);
  }
};

/** Whether a picture is HEIC, which phones write and sharp cannot decode. */
export const isHeic = (input: string | Uint8Array): boolean => {
  const header = readBrandBytes(input);
  if (header.length < 16 || header.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(header.readUInt32BE(0), header.length);
  const brands = [header.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(header.toString('latin1', at, at + 4));
  return brands.some((brand) => HEVC_BRAND.test(brand));
};

const isFailure = (made: object): made is Failure => 'code' in made && made.code !== undefined;

/**
 * Decodes a HEIC picture, also one of tiles, in its displayed orientation, and passes the pixels to `work`; they are
 * valid until it ends. Each picture has its own libheif instance, because its memory never shrinks.
 */
export const withHeic = async <T>(
  input: string | Uint8Array,
  limitInputPixels: number,
  work: (pixels: HeicPixels) => Promise<T>,
): Promise<T> => {
  const { default: start } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  const heif = start();
  const context = heif.heif_context_alloc();
  const read = heif.heif_context_read_from_memory(context, typeof input === 'string' ? readFileSync(input) : input);
  if (read.code !== heif.heif_error_code.heif_error_Ok) throw new Error(read.message);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (isFailure(handle)) throw new Error(handle.message);
  const [width, height] = [heif.heif_image_handle_get_width(handle), heif.heif_image_handle_get_height(handle)];
  if (width * height > limitInputPixels) throw new Error('too large');
  const { heif_colorspace_RGB: colours } = heif.heif_colorspace;
  const decoded = heif.heif_js_decode_image2(handle, colours, heif.heif_chroma.heif_chroma_interleaved_RGBA);
  if (isFailure(decoded)) throw new Error(decoded.message);
  const [pixels] = decoded.channels;
  if (pixels === undefined) throw new Error('no pixels');
  const { buffer, byteOffset } = pixels.data;
  const data = Buffer.from(buffer, byteOffset, pixels.stride * pixels.height);
  return await work({ data, width: pixels.width, height: pixels.height, stride: pixels.stride / 4 });
};
