import { userRoot } from '@boxwood/box-sdk/rules';
import { PLACES } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { SessionToken } from '../composition/tokens.ts';
import type { ReceiveQuestion } from '../file-kit/receive/question.ts';
import { ReceiveDialog } from '../file-kit/receive/ReceiveDialog.tsx';
import type { Tree } from '../file-kit/receive/tree.ts';
import { useReceive } from '../file-kit/receive/use-receive.ts';
import { useService } from '../react/scope.tsx';

interface DesktopReceiveProps {
  readonly dropped: Promise<Tree>;
}

/** Uploads what was dropped on the desktop into the user's personal space, and shows the questions that arise. */
export const DesktopReceive = ({ dropped }: DesktopReceiveProps) => {
  const session = useService(SessionToken);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const receive = useReceive(ask);
  useEffect(() => {
    let wanted = true;
    void dropped.then((tree) => {
      const stage = session.stage$.value;
      if (wanted && stage.at === 'in') receive({ place: PLACES.personal, path: userRoot(stage.username) }, tree, true);
    });
    return () => {
      wanted = false;
    };
  }, [dropped, receive, session]);
  return question === null ? null : (
    <ReceiveDialog
      question={question}
      onClose={() => {
        ask(null);
      }}
    />
  );
};
