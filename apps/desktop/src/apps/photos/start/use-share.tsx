import { checkShareCount } from '@boxwood/box-sdk/rules';
import { parentOf, type TimelinePhoto } from '@boxwood/domain';
import { IconShare, type SelectionAct } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { part } from '../../../app-kit/part.tsx';
import { UserToken } from '../../../composition/tokens.ts';
import { nameAt, placeOf } from '../../../file-kit/places.ts';
import { mayShareFrom } from '../../../file-kit/share/places.ts';
import { useIssueText } from '../../../file-kit/texts.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { handWords } from './hand-words.ts';

/** Loaded when the user shares pictures for the first time. */
const ShareDialog = part(async () => (await import('../../../file-kit/share/ShareDialog.tsx')).ShareDialog);

/** Shares the selected pictures with one link: the action for the selection bar, and its dialog. */
export const useShare = (
  chosen: readonly TimelinePhoto[],
): { readonly act: SelectionAct; readonly dialog: ReactNode } => {
  const t = useText(handWords);
  const issue = useIssueText();
  const user = useService(UserToken);
  const [shared, setShared] = useState<readonly string[] | null>(null);
  const paths = chosen.map(({ path }) => path);
  const folder = parentOf(paths[0] ?? '');
  const count = checkShareCount(paths.length);
  const reason = !paths.every((path) => mayShareFrom(placeOf(path, user)))
    ? t('notShared')
    : paths.some((path) => parentOf(path) !== folder)
      ? t('oneFolder')
      : count.ok
        ? undefined
        : issue(count);
  return {
    act: {
      id: 'share',
      label: t('share'),
      icon: <IconShare />,
      disabledReason: reason,
      onPress: () => {
        setShared(paths);
      },
    },
    dialog:
      shared === null ? null : (
        <ShareDialog
          entries={shared.map((path) => ({ name: nameAt(path), path }))}
          folder={parentOf(shared[0] ?? '')}
          onClose={() => {
            setShared(null);
          }}
        />
      ),
  };
};
