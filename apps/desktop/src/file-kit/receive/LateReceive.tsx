import { part } from '../../app-kit/part.tsx';
import type { ReceiveQuestion } from './question.ts';

const Dialog = part(async () => (await import('./ReceiveDialog.tsx')).ReceiveDialog);

export interface LateReceiveProps {
  /** What `useReceive` asked last; null: nothing. */
  readonly question: ReceiveQuestion | null;
  readonly ask: (question: null) => void;
}

/** What is asked when something comes in; its code comes when there is something to ask. */
export const LateReceive = ({ question, ask }: LateReceiveProps) =>
  question === null ? null : (
    <Dialog
      question={question}
      onClose={() => {
        ask(null);
      }}
    />
  );
