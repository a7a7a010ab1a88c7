import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { isHeic, withHeic } from './heic.ts';
import { rawPreview } from './raw-preview.ts';

/** Opens a picture, also one that sharp cannot decode, for as long as `work` goes on. */
export const withPicture = async <T>(
  input: string | Uint8Array,
  options: SharpOptions & { readonly limitInputPixels: number },
  work: (picture: Sharp) => Promise<T>,
): Promise<T> => {
  if (!isHeic(input)) {
    // Of a raw file sharp sees a tiny picture at most: what the camera shows of it is larger.
    const preview = rawPreview(input);
    const isOpened = preview !== null && preview.width * preview.height <= options.limitInputPixels;
    return work(sharp(isOpened ? preview.jpeg : input, options));
  }
  const { limitInputPixels } = options;
  try {
    return await withHeic(input, limitInputPixels, ({ data, width, height, stride }) =>
      work(
        sharp(data, { limitInputPixels, raw: { width: stride, height, channels: 4 } }).extract({
          ...{ left: 0, top: 0, width, height },
        }),
      ),
    );
  } finally {
    // Hundreds of megabytes that the collector knows nothing of: the next picture would find no room.
    globalThis.gc?.();
  }
};
