import { ConflictDialog } from './ConflictDialog.tsx';
import type { UploadQuestion } from './upload-question.ts';
import { UnreadableFilesDialog } from './UnreadableFilesDialog.tsx';

export interface UploadQuestionDialogProps {
  readonly question: UploadQuestion;
  readonly onClose: () => void;
}

/** Shows the dialog for a question before an upload. */
export const UploadQuestionDialog = ({ question, onClose }: UploadQuestionDialogProps) => {
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
      return <UnreadableFilesDialog question={question} onClose={onClose} />;
  }
};
