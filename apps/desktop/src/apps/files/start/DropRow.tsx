import { PLACES } from '@boxwood/domain';
import { useDropTarget } from '@boxwood/ui';
import { useCallback, useRef } from 'react';
import { FilesToken } from '../../../composition/tokens.ts';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import { useService } from '../../../react/scope.tsx';
import type { Ask } from '../dialogs/ask.ts';
import { carriedBy, mayDrop } from '../parts/drag.ts';
import { useTransfers } from '../parts/use-transfers.ts';
import { Row, type RowProps } from './Row.tsx';

interface DropRowProps extends RowProps {
  readonly onto: NonNullable<RowProps['onto']>;
  readonly ask: (question: ReceiveQuestion | null) => void;
}

/** A place on the start page that accepts entries dragged from the adjacent folder pane. */
export const DropRow = ({ ask, ...row }: DropRowProps) => {
  const { onto } = row;
  const button = useRef<HTMLButtonElement>(null);
  const files = useService(FilesToken);
  const transfers = useTransfers(
    useCallback(
      (question: Ask | null) => {
        // A drag between folders raises no other question.
        if (question === null || question.kind === 'conflict') ask(question);
      },
      [ask],
    ),
  );
  const over = useDropTarget(button, {
    accepts: (data) => {
      if (onto !== 'bin') return onto.place !== PLACES.friends && mayDrop(data, onto);
      const from = carriedBy(data)?.place;
      return from === PLACES.personal || from === PLACES.public;
    },
    onDrop: (data, { copy }) => {
      const carried = carriedBy(data);
      if (carried === null) return;
      if (onto === 'bin') files.remove(carried.entries, carried.place);
      else transfers[copy ? 'copy' : 'move'](carried.entries, onto.path);
    },
  });
  return <Row {...row} button={button} over={over} />;
};
