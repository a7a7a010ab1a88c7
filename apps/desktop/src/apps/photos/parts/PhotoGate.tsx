import type { ReactNode } from 'react';
import { OffersToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { PhotoIndexMissing } from './lazy-parts.tsx';

interface PhotoGateProps {
  /** Closes the page; undefined if there is nothing to close, then the notice stays. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Shows the photo page, or a dialog that explains why this box has none (PHOTO-17, DIALOG-21). */
export const PhotoGate = ({ onClose, children }: PhotoGateProps) => {
  const availability = useStream(useService(OffersToken).offers$).of('photos');
  return availability.state === 'absent' ? (
    <PhotoIndexMissing missing={availability.missing} onClose={onClose} />
  ) : (
    children
  );
};
