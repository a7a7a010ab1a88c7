import { parentOf } from '@boxwood/domain';
import {
  IconButton,
  IconDownload,
  IconMoreVertical,
  IconPencil,
  IconRefresh,
  IconShare,
  Menu,
  type MenuEntry,
} from '@boxwood/ui';
import { useState } from 'react';
import { PageHeaderActions } from '../../kit/app/PageHeaderActions.tsx';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { UserToken } from '../../composition/service-tokens.ts';
import { useFileAddresses } from '../../kit/files/use-file-addresses.ts';
import { placeOf } from '../../kit/files/file-places.ts';
import { saveUrl } from '../../kit/files/save-url.ts';
import { shareMessages } from '../../kit/files/share/messages.ts';
import { canShareFrom } from '../../kit/files/share/shareable-places.ts';
import { type TextEncodingName, ENCODINGS } from '../../kit/files/content/text-encoding.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';

/** Loaded when the user shares a document for the first time. */
const ShareDialog = lazyComponent(async () => (await import('../../kit/files/share/ShareDialog.tsx')).ShareDialog);

interface PhoneDocumentActionsProps {
  readonly path: string;
  readonly name: string;
  /** Null if the document cannot be edited. */
  readonly onEdit: (() => void) | null;
  /** Whether the source of a formatted text is shown; null for all other kinds. */
  readonly source: { readonly isShown: boolean; readonly onShow: (isShown: boolean) => void } | null;
  /** The text encoding; null if it is certain. */
  readonly encoding: {
    readonly value: TextEncodingName;
    readonly onChoose: (encoding: TextEncodingName) => void;
  } | null;
  readonly onReload: () => void;
}

/** Actions for a document on a phone, in the header of its page, so that the text has the whole screen. */
export const PhoneDocumentActions = ({ path, name, onEdit, source, encoding, onReload }: PhoneDocumentActionsProps) => {
  const t = useText(messages);
  const s = useText(shareMessages);
  const addresses = useFileAddresses();
  const user = useService(UserToken);
  const [isSharing, setSharing] = useState(false);
  const entries: readonly MenuEntry[] = [
    ...(canShareFrom(placeOf(path, user))
      ? ([
          { kind: 'action', id: 'share', label: s('share'), icon: <IconShare />, onSelect: () => setSharing(true) },
        ] as const)
      : []),
    {
      kind: 'action',
      id: 'download',
      label: t('download'),
      icon: <IconDownload />,
      onSelect: () => {
        const address = addresses.file(path, true);
        if (address !== null) saveUrl(address, name);
      },
    },
    { kind: 'action', id: 'reload', label: t('reload'), icon: <IconRefresh />, onSelect: onReload },
    ...(source === null
      ? []
      : ([
          { kind: 'check', id: 'source', label: t('source'), checked: source.isShown, onChange: source.onShow },
        ] as const)),
    ...(encoding === null
      ? []
      : ([
          {
            kind: 'choice',
            id: 'encoding',
            label: t('encoding'),
            value: encoding.value,
            options: ENCODINGS.map((encodingName) => ({ value: encodingName, label: t(encodingName) })),
            onChange: (value: string) => {
              const chosen = ENCODINGS.find((encodingName) => encodingName === value);
              if (chosen !== undefined) encoding.onChoose(chosen);
            },
          },
        ] as const)),
  ];
  return (
    <>
      <PageHeaderActions>
        {onEdit === null ? null : (
          <IconButton size="lg" label={t('edit')} tooltip={false} icon={<IconPencil />} onClick={onEdit} />
        )}
        <Menu
          align="end"
          entries={entries}
          trigger={<IconButton size="lg" label={t('more')} tooltip={false} icon={<IconMoreVertical />} />}
        />
      </PageHeaderActions>
      {isSharing ? (
        <ShareDialog
          entries={[{ name, path }]}
          folder={parentOf(path)}
          onClose={() => {
            setSharing(false);
          }}
        />
      ) : null}
    </>
  );
};
