import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr.module.css';

export interface QrCodeProps {
  /** The encoded text. */
  readonly value: string;
  /** Description of the target, for assistive technology. */
  readonly label: string;
}

/** Width in modules of the quiet zone that scanners need around the code (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4;

/** A text as a QR code; dark on light in every theme, because many scanners need that. */
export const QrCode = ({ value, label }: QrCodeProps) => {
  const { size, path } = useMemo(() => {
    const code = encode(value, { border: QUIET_ZONE_MODULES, ecc: 'M' });
    const squares = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: squares.join('') };
  }, [value]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
