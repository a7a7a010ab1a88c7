import { cx } from '../base/cx.ts';
import { fileArt } from './file-types.ts';
import { placeIcons, type PlaceKind } from './place-icons.ts';
import styles from './icons.module.css';

export interface FileIconProps {
  /** `file` uses the extension of `name`. */
  readonly kind: 'file' | PlaceKind;
  readonly name?: string;
  /** CSS px. */
  readonly size?: number;
  readonly className?: string;
}

const dataUrls = new Map<string, string>();

/** One data URL per drawing, so that the browser decodes it once for all rows. */
function dataUrlOf(art: string): string {
  const cached = dataUrls.get(art);
  if (cached !== undefined) return cached;
  const dataUrl = `data:image/svg+xml,${encodeURIComponent(art)}`;
  dataUrls.set(art, dataUrl);
  return dataUrl;
}

/** Icon of a file, folder or volume. Decorative: the name is shown next to it. Needs `img-src data:`. */
export function FileIcon({ kind, name = '', size = 20, className }: FileIconProps) {
  const art = kind === 'file' ? fileArt(name) : placeIcons[kind];
  return (
    <img
      className={cx(styles.file, className)}
      src={dataUrlOf(art)}
      width={size}
      height={size}
      alt=""
      draggable={false}
      decoding="async"
    />
  );
}
