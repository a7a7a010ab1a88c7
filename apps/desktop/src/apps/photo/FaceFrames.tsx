import type { PhotoFace } from '@boxwood/domain';
import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import styles from './photo.module.css';

interface FaceFramesProps {
  /** The element that shows the picture. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly faces: readonly PhotoFace[];
}

/**
 * Draws a frame around each face of the current picture, with the name if known. Hidden from screen readers, because
 * the details panel lists the people.
 */
export const FaceFrames = ({ stage, faces }: FaceFramesProps) => {
  const [imageRect, setImageRect] = useState<CSSProperties | null>(null);
  useEffect(() => {
    const node = stage.current;
    if (node === null) return undefined;
    const measure = (): void => {
      const picture = node.querySelector('.yarl__slide_current img');
      if (picture === null) return;
      const [outer, inner] = [node.getBoundingClientRect(), picture.getBoundingClientRect()];
      setImageRect({
        left: inner.left - outer.left,
        top: inner.top - outer.top,
        width: inner.width,
        height: inner.height,
      });
    };
    measure();
    const controller = new AbortController();
    // Measure again when the picture loads or stops moving.
    for (const event of ['load', 'transitionend', 'animationend'])
      node.addEventListener(event, measure, { signal: controller.signal, capture: true });
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [stage]);
  if (imageRect === null) return null;
  const toPercent = (fraction: number): string => `${fraction * 100}%`;
  return (
    <div className={styles.frames} style={imageRect} aria-hidden="true">
      {faces.map(({ face, name }) => (
        <span
          key={face.id}
          data-face={face.id}
          style={{
            left: toPercent(face.x),
            top: toPercent(face.y),
            width: toPercent(face.width),
            height: toPercent(face.height),
          }}
        >
          {name === '' ? null : <em>{name}</em>}
        </span>
      ))}
    </div>
  );
};
