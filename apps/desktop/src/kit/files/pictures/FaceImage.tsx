import type { Face } from '@boxwood/domain';
import { cx, IconUser, abortImageLoad, useImageRetry } from '@boxwood/ui';
import { type CSSProperties, useState } from 'react';
import { useFileAddresses } from '../use-file-addresses.ts';
import styles from './face.module.css';

/** Side of the crop, as a multiple of the face size. */
const CROP_FACTOR = 1.5;
/** Width of the small thumbnail in px, and the minimum width of a face in it before the large one is used. */
const SMALL_THUMB_PX = 512;
const MIN_FACE_PX = 48;

/** A face, cropped to a circle from the thumbnail of its picture. */
export const FaceImage = ({ face, small = false }: { readonly face: Face; readonly small?: boolean }) => {
  const addresses = useFileAddresses();
  const [cropStyle, setCropStyle] = useState<CSSProperties | null>(null);
  const src = addresses.thumb(face.md512kb, face.width * SMALL_THUMB_PX < MIN_FACE_PX ? 2048 : SMALL_THUMB_PX);
  const [isBroken, onError] = useImageRetry(src);
  return (
    <span className={cx(styles.face, small && styles.small)}>
      {src === null || isBroken ? (
        <IconUser aria-hidden="true" />
      ) : (
        <img
          ref={abortImageLoad}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          style={cropStyle ?? { opacity: 0 }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setCropStyle(cropStyleOf(face, naturalWidth, naturalHeight));
          }}
          onError={onError}
        />
      )}
    </span>
  );
};

/** Position and size of the picture in its square crop, so that the face is centred. */
const cropStyleOf = ({ x, y, width, height }: Face, across: number, down: number): CSSProperties => {
  const side = Math.min(across, down, Math.max(width * across, height * down) * CROP_FACTOR);
  const from = (start: number, length: number, whole: number): number =>
    Math.min(whole - side, Math.max(0, (start + length / 2) * whole - side / 2));
  const share = (pixels: number): string => `${(pixels / side) * 100}%`;
  return {
    width: share(across),
    height: share(down),
    left: share(-from(x, width, across)),
    top: share(-from(y, height, down)),
  };
};
