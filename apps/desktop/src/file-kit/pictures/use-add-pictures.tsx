import { PLACES as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { PLACES } from '@boxwood/domain';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { SessionToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import type { ReceiveQuestion } from '../receive/question.ts';
import { LateReceive } from '../receive/LateReceive.tsx';
import { treeOfInput } from '../receive/tree.ts';
import { useReceive } from '../receive/use-receive.ts';

/**
 * Uploads pictures and videos of this device to My Images (G-15).
 * @returns a function for a button's click, and elements that the caller must render
 */
export const useAddPictures = (): readonly [choose: () => void, parts: ReactNode] => {
  const stage = useStream(useService(SessionToken).stage$);
  const input = useRef<HTMLInputElement>(null);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const receive = useReceive(ask);
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
        <LateReceive question={question} ask={ask} />
      </>
    );
  return [choose, parts];
};
