import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { isHeic, withHeic } from './heic.ts';
import { readRawPreview } from './raw-preview.ts';

/** Opens a picture, also of a format that sharp cannot decode, while `work` runs. */
export const withPicture = async <T>(
  input: string | Uint8Array,
  options: SharpOptions & { readonly limitInputPixels: number },
  work: (picture: Sharp) => Promise<T>,
): Promise<T> => {
  if (!isHeic(input)) {
    // sharp sees only a tiny picture in a raw file; the embedded preview is larger.
    const preview = readRawPreview(input);
    const isPreviewUsable = preview !== null && preview.width * preview.height <= options.limitInputPixels;
    return work(sharp(isPreviewUsable ? preview.jpeg : input, options));
  }
  const { limitInputPixels } = options;
  try {
    return await withHeic(input, limitInputPixels, ({ data, width, height, stride }) =>
      work(
        sharp(data, { limitInputPixels, raw: { width: stride, height, channels: 4 } }).extract({
          left: 0,
          top: 0,
          width,
          height,
        }),
      ),
    );
  } finally {
    // libheif holds hundreds of megabytes that the garbage collector does not count. Collect now, so that the next
    // picture has room.
    globalThis.gc?.();
  }
};
