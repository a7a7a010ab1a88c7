import { part } from '../../app-kit/part.tsx';
import type { ReceiveQuestion } from './question.ts';

const Dialog = part(async () => (await import('./ReceiveDialog.tsx')).ReceiveDialog);

export interface LateReceiveProps {
  /** The question that `useUploadFiles` raised last; null for none. */
  readonly question: ReceiveQuestion | null;
  readonly ask: (question: null) => void;
}

/** Shows a question about an upload. The dialog code is loaded with the first question. */
export const LateReceive = ({ question, ask }: LateReceiveProps) =>
  question === null ? null : (
    <Dialog
      question={question}
      onClose={() => {
        ask(null);
      }}
    />
  );
