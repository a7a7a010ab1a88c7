import { PLACES } from '@boxwood/domain';
import { useDropTarget } from '@boxwood/ui';
import { useCallback, useRef } from 'react';
import { FilesToken } from '../../../composition/service-tokens.ts';
import type { UploadQuestion } from '../../../kit/files/receive/upload-question.ts';
import { useService } from '../../../platform/react/scope.tsx';
import type { FileQuestion } from '../dialogs/file-question.ts';
import { draggedEntriesOf, canDrop } from '../parts/browser/dragged-entries.ts';
import { useFileTransfers } from '../parts/browser/use-transfers.ts';
import { StartRow, type StartRowProps } from './StartRow.tsx';

interface DroppableStartRowProps extends StartRowProps {
  readonly dropTarget: NonNullable<StartRowProps['dropTarget']>;
  readonly setQuestion: (question: UploadQuestion | null) => void;
}

/** A place on the start page that accepts entries dragged from the adjacent folder pane. */
export const DroppableStartRow = ({ setQuestion, ...row }: DroppableStartRowProps) => {
  const { dropTarget } = row;
  const button = useRef<HTMLButtonElement>(null);
  const files = useService(FilesToken);
  const transfers = useFileTransfers(
    useCallback(
      (question: FileQuestion | null) => {
        // A drag between folders raises no other question.
        if (question === null || question.kind === 'conflict') setQuestion(question);
      },
      [setQuestion],
    ),
  );
  const isOver = useDropTarget(button, {
    accepts: (data) => {
      if (dropTarget !== 'bin') return dropTarget.place !== PLACES.friends && canDrop(data, dropTarget);
      const from = draggedEntriesOf(data)?.place;
      return from === PLACES.personal || from === PLACES.public;
    },
    onDrop: (data, { copy }) => {
      const dragged = draggedEntriesOf(data);
      if (dragged === null) return;
      if (dropTarget === 'bin') files.remove(dragged.entries, dragged.place);
      else transfers[copy ? 'copy' : 'move'](dragged.entries, dropTarget.path);
    },
  });
  return <StartRow {...row} button={button} isOver={isOver} />;
};
