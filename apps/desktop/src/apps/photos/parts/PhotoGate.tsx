import type { ReactNode } from 'react';
import { OffersToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { NoIndex } from './late.tsx';

interface GateProps {
  /** Closes the page; undefined if there is nothing to close, then the notice stays. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Shows the photo page, or a dialog that explains why this box has none (PHOTO-17, DIALOG-21). */
export const PhotoGate = ({ onClose, children }: GateProps) => {
  const standing = useStream(useService(OffersToken).offers$).of('photos');
  return standing.state === 'absent' ? <NoIndex missing={standing.missing} onClose={onClose} /> : children;
};
