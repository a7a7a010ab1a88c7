import { userRoot } from '@boxwood/box-sdk/rules';
import { PLACES } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { SessionToken } from '../../composition/service-tokens.ts';
import type { UploadQuestion } from '../../kit/files/receive/upload-question.ts';
import { UploadQuestionDialog } from '../../kit/files/receive/UploadQuestionDialog.tsx';
import type { UploadTree } from '../../kit/files/receive/upload-tree.ts';
import { useUploadFiles } from '../../kit/files/receive/use-upload-files.ts';
import { useService } from '../../platform/react/scope.tsx';

interface DesktopDropUploadProps {
  readonly dropped: Promise<UploadTree>;
}

/** Uploads what was dropped on the desktop into the user's personal space, and shows the questions that arise. */
export const DesktopDropUpload = ({ dropped }: DesktopDropUploadProps) => {
  const session = useService(SessionToken);
  const [question, setQuestion] = useState<UploadQuestion | null>(null);
  const receive = useUploadFiles(setQuestion);
  useEffect(() => {
    let isMounted = true;
    void dropped.then((tree) => {
      const stage = session.stage$.value;
      if (isMounted && stage.at === 'in')
        receive({ place: PLACES.personal, path: userRoot(stage.username) }, tree, true);
    });
    return () => {
      isMounted = false;
    };
  }, [dropped, receive, session]);
  return question === null ? null : (
    <UploadQuestionDialog
      question={question}
      onClose={() => {
        setQuestion(null);
      }}
    />
  );
};
