import { checkShareCount } from '@boxwood/box-sdk/rules';
import { parentOf, type TimelinePhoto } from '@boxwood/domain';
import { IconShare, type SelectionAction } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { UserToken } from '../../../composition/service-tokens.ts';
import { nameAt, placeOf } from '../../../kit/files/file-places.ts';
import { canShareFrom } from '../../../kit/files/share/shareable-places.ts';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { phonePhotoMessages } from './phone-photo-messages.ts';

/** Loaded when the user shares pictures for the first time. */
const ShareDialog = lazyComponent(async () => (await import('../../../kit/files/share/ShareDialog.tsx')).ShareDialog);

/** Shares the selected pictures with one link: the action for the selection bar, and its dialog. */
export const useShareAction = (
  chosen: readonly TimelinePhoto[],
): { readonly action: SelectionAction; readonly dialog: ReactNode } => {
  const t = useText(phonePhotoMessages);
  const issueText = useIssueText();
  const user = useService(UserToken);
  const [shared, setShared] = useState<readonly string[] | null>(null);
  const paths = chosen.map(({ path }) => path);
  const folder = parentOf(paths[0] ?? '');
  const countCheck = checkShareCount(paths.length);
  const reason = !paths.every((path) => canShareFrom(placeOf(path, user)))
    ? t('notShared')
    : paths.some((path) => parentOf(path) !== folder)
      ? t('oneFolder')
      : countCheck.ok
        ? undefined
        : issueText(countCheck);
  return {
    action: {
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
