import type { ReactNode } from 'react';
import { OffersToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { NoIndex } from './late.tsx';

interface GateProps {
  /** Ends the page; where there is nothing to end, words stay on it. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The photo page, or a dialog that says why this box has none (PHOTO-17, DIALOG-21). */
export const PhotoGate = ({ onClose, children }: GateProps) => {
  const standing = useStream(useService(OffersToken).offers$).of('photos');
  return standing.state === 'absent' ? <NoIndex missing={standing.missing} onClose={onClose} /> : children;
};
