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
import { HeadActs } from '../../app-kit/HeadActs.tsx';
import { part } from '../../app-kit/part.tsx';
import { UserToken } from '../../composition/tokens.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { placeOf } from '../../file-kit/places.ts';
import { saveFrom } from '../../file-kit/save-from.ts';
import { shareWords } from '../../file-kit/share/messages.ts';
import { mayShareFrom } from '../../file-kit/share/places.ts';
import { type Encoding, ENCODINGS } from '../../file-kit/text-encoding.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';

/** Loaded when the user shares a document for the first time. */
const ShareDialog = part(async () => (await import('../../file-kit/share/ShareDialog.tsx')).ShareDialog);

interface DocumentHeadProps {
  readonly path: string;
  readonly name: string;
  /** Null if the document cannot be edited. */
  readonly onEdit: (() => void) | null;
  /** Whether the source of a formatted text is shown; null for all other kinds. */
  readonly source: { readonly shown: boolean; readonly onShow: (shown: boolean) => void } | null;
  /** The text encoding; null if it is certain. */
  readonly encoding: { readonly value: Encoding; readonly onChoose: (encoding: Encoding) => void } | null;
  readonly onReload: () => void;
}

/** Actions for a document on a phone, in the header of its page, so that the text has the whole screen. */
export const DocumentHead = ({ path, name, onEdit, source, encoding, onReload }: DocumentHeadProps) => {
  const t = useText(messages);
  const s = useText(shareWords);
  const addresses = useAddresses();
  const user = useService(UserToken);
  const [sharing, setSharing] = useState(false);
  const entries: readonly MenuEntry[] = [
    ...(mayShareFrom(placeOf(path, user))
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
        if (address !== null) saveFrom(address, name);
      },
    },
    { kind: 'action', id: 'reload', label: t('reload'), icon: <IconRefresh />, onSelect: onReload },
    ...(source === null
      ? []
      : ([
          { kind: 'check', id: 'source', label: t('source'), checked: source.shown, onChange: source.onShow },
        ] as const)),
    ...(encoding === null
      ? []
      : ([
          {
            kind: 'choice',
            id: 'encoding',
            label: t('encoding'),
            value: encoding.value,
            options: ENCODINGS.map((one) => ({ value: one, label: t(one) })),
            onChange: (value: string) => {
              const chosen = ENCODINGS.find((one) => one === value);
              if (chosen !== undefined) encoding.onChoose(chosen);
            },
          },
        ] as const)),
  ];
  return (
    <>
      <HeadActs>
        {onEdit === null ? null : (
          <IconButton size="lg" label={t('edit')} tooltip={false} icon={<IconPencil />} onClick={onEdit} />
        )}
        <Menu
          align="end"
          entries={entries}
          trigger={<IconButton size="lg" label={t('more')} tooltip={false} icon={<IconMoreVertical />} />}
        />
      </HeadActs>
      {sharing ? (
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
