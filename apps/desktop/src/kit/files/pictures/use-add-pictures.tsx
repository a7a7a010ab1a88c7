import { BOX_PATHS as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { PLACES } from '@boxwood/domain';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { SessionToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import type { UploadQuestion } from '../receive/upload-question.ts';
import { LazyUploadQuestion } from '../receive/LazyUploadQuestion.tsx';
import { treeOfInput } from '../receive/upload-tree.ts';
import { useUploadFiles } from '../receive/use-upload-files.ts';

/**
 * Uploads pictures and videos of this device to My Images (G-15).
 * @returns a function for a button's click, and elements that the caller must render
 */
export const useAddPictures = (): readonly [choose: () => void, parts: ReactNode] => {
  const stage = useStream(useService(SessionToken).stage$);
  const input = useRef<HTMLInputElement>(null);
  const [question, setQuestion] = useState<UploadQuestion | null>(null);
  const receive = useUploadFiles(setQuestion);
  const choose = useCallback(() => input.current?.click(), []);
  const parts =
    stage.at !== 'in' ? null : (
      <>
        <input
          ref={input}
          type="file"
          accept="image/*,video/*"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            const { files } = currentTarget;
            const path = `${userRoot(stage.username)}/${PATHS.myImages}`;
            if (files !== null && files.length > 0) receive({ place: PLACES.personal, path }, treeOfInput(files));
            // Allows choosing the same pictures again.
            currentTarget.value = '';
          }}
        />
        <LazyUploadQuestion question={question} setQuestion={setQuestion} />
      </>
    );
  return [choose, parts];
};
