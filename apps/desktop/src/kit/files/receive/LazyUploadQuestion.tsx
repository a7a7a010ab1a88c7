import { lazyComponent } from '../../app/lazy-parts/lazy-component.tsx';
import type { UploadQuestion } from './upload-question.ts';

const Dialog = lazyComponent(async () => (await import('./UploadQuestionDialog.tsx')).UploadQuestionDialog);

export interface LazyUploadQuestionProps {
  /** The question that `useUploadFiles` raised last; null for none. */
  readonly question: UploadQuestion | null;
  readonly setQuestion: (question: null) => void;
}

/** Shows a question about an upload. The dialog code is loaded with the first question. */
export const LazyUploadQuestion = ({ question, setQuestion }: LazyUploadQuestionProps) =>
  question === null ? null : (
    <Dialog
      question={question}
      onClose={() => {
        setQuestion(null);
      }}
    />
  );
