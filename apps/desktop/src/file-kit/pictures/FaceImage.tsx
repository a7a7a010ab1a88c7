import type { Face } from '@boxwood/domain';
import { cx, IconUser, letGo, useBroken } from '@boxwood/ui';
import { type CSSProperties, useState } from 'react';
import { useAddresses } from '../addresses.ts';
import styles from './face.module.css';

/** What is shown around a face, as a part of its size. */
const AROUND = 1.5;
/** Pixels of a small thumbnail, and how many of them a face needs to be looked at. */
const SMALL = 512;
const NEEDED = 48;

/** A face, cut round out of the thumbnail of its picture. */
export const FaceImage = ({ face, small = false }: { readonly face: Face; readonly small?: boolean }) => {
  const addresses = useAddresses();
  const [cut, setCut] = useState<CSSProperties | null>(null);
  const src = addresses.thumb(face.md512kb, face.width * SMALL < NEEDED ? 2048 : SMALL);
  const [isBroken, onError] = useBroken(src);
  return (
    <span className={cx(styles.face, small && styles.small)}>
      {src === null || isBroken ? (
        <IconUser aria-hidden="true" />
      ) : (
        <img
          ref={letGo}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          style={cut ?? { opacity: 0 }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setCut(cutOf(face, naturalWidth, naturalHeight));
          }}
          onError={onError}
        />
      )}
    </span>
  );
};

/** Where a picture lies under a square hole, so that the face is in its middle. */
const cutOf = ({ x, y, width, height }: Face, across: number, down: number): CSSProperties => {
  const side = Math.min(across, down, Math.max(width * across, height * down) * AROUND);
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
