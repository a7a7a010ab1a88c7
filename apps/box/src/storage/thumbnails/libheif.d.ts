/** Types of the part of libheif-js used here. Its own types leave out the embind functions. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  /** Opaque objects in libheif's memory. */
  export type Context = { readonly context: unique symbol };
  export type Handle = { readonly handle: unique symbol };
  export type Image = { readonly image: unique symbol };
  /** The error result of libheif. */
  export interface Failure {
    readonly code: unknown;
    readonly message: string;
  }
  /** `data` is a view into libheif's memory, `stride` bytes a row. */
  export interface Channel {
    readonly width: number;
    readonly height: number;
    readonly stride: number;
    readonly data: Uint8Array;
  }
  export interface Decoded {
    readonly code?: undefined;
    readonly image: Image;
    readonly channels: readonly Channel[];
  }
  export interface Libheif {
    readonly heif_error_code: { readonly heif_error_Ok: unknown };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
    heif_context_alloc(): Context;
    heif_context_read_from_memory(context: Context, bytes: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Context): Handle | Failure;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_js_decode_image2(handle: Handle, colours: unknown, chroma: unknown): Decoded | Failure;
  }
  export default function start(): Libheif;
}
