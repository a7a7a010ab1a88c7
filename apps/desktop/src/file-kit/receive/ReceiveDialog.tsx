import { ConflictDialog } from './ConflictDialog.tsx';
import type { ReceiveQuestion } from './question.ts';
import { UnreadDialog } from './UnreadDialog.tsx';

export interface ReceiveDialogProps {
  readonly question: ReceiveQuestion;
  readonly onClose: () => void;
}

/** Shows the dialog for a question before an upload. */
export const ReceiveDialog = ({ question, onClose }: ReceiveDialogProps) => {
  switch (question.kind) {
    case 'conflict':
      return (
        <ConflictDialog
          direction={question.direction}
          names={question.names}
          onChoose={question.choose}
          onClose={onClose}
        />
      );
    case 'unread':
      return <UnreadDialog question={question} onClose={onClose} />;
  }
};
