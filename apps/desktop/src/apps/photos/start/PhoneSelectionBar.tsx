import type { TimelinePhoto } from '@boxwood/domain';
import {
  Button,
  IconAlbumAdd,
  IconAlbumDrop,
  IconDownload,
  IconHeart,
  IconSend,
  IconTrash,
  Menu,
  selectionActionClass,
  SelectionBar,
} from '@boxwood/ui';
import { useState } from 'react';
import { usePhotos } from '../../../kit/files/pictures/photos-service.ts';
import { canShareFiles } from '../../../platform/system-share.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { albumMessages } from '../album-messages.ts';
import { messages } from '../messages.ts';
import { MAX_ARCHIVE_PHOTOS, MAX_SENT_PHOTOS, type usePhotoActions } from '../parts/timeline/use-photo-actions.ts';
import type { PhonePhotosView } from './use-phone-photos-view.ts';
import { useShareAction } from './use-share-action.tsx';

interface PhoneSelectionBarProps {
  readonly view: PhonePhotosView;
  readonly chosen: readonly TimelinePhoto[];
  readonly photoActions: ReturnType<typeof usePhotoActions>;
  readonly onRemoveFromAlbum: (which: readonly TimelinePhoto[]) => void;
  readonly onRemove: (which: readonly TimelinePhoto[]) => void;
}

/** Actions for the selected pictures, at the bottom of a phone screen. */
export const PhoneSelectionBar = ({
  view: { album, albumActions, person },
  chosen,
  photoActions,
  onRemoveFromAlbum,
  onRemove,
}: PhoneSelectionBarProps) => {
  const t = useText(messages);
  const a = useText(albumMessages);
  const indexed = useStream(usePhotos().indexed$);
  const [canSendFiles] = useState(canShareFiles);
  const share = useShareAction(chosen);
  const areAllFavourites = chosen.every(({ favourite }) => favourite === 1);
  return (
    <>
      <SelectionBar
        label={t('menu')}
        actions={[
          ...(canSendFiles
            ? [
                {
                  id: 'send',
                  label: t('send'),
                  icon: <IconSend />,
                  disabledReason:
                    chosen.length > MAX_SENT_PHOTOS ? t('chooseFewer', { most: MAX_SENT_PHOTOS }) : undefined,
                  onPress: () => {
                    photoActions.send(chosen);
                  },
                },
              ]
            : []),
          ...(indexed
            ? [
                {
                  id: 'favourite',
                  label: t(areAllFavourites ? 'unfavourite' : 'favourite'),
                  icon: <IconHeart fill={areAllFavourites ? 'currentColor' : 'none'} />,
                  onPress: () => {
                    photoActions.favourite(chosen);
                  },
                },
              ]
            : []),
          share.action,
          {
            id: 'download',
            label: t('download'),
            icon: <IconDownload />,
            disabledReason:
              chosen.length > MAX_ARCHIVE_PHOTOS ? t('chooseFewer', { most: MAX_ARCHIVE_PHOTOS }) : undefined,
            onPress: () => {
              photoActions.download(chosen);
            },
          },
          {
            id: 'remove',
            label: t('remove'),
            icon: <IconTrash />,
            onPress: () => {
              onRemove(chosen);
            },
          },
        ]}
      >
        {indexed ? (
          <Menu
            trigger={
              <Button variant="quiet" className={selectionActionClass} icon={<IconAlbumAdd />} aria-label={a('add')}>
                {a('short')}
              </Button>
            }
            entries={[
              ...(album?.owner === albumActions.me
                ? [
                    {
                      kind: 'action' as const,
                      id: 'drop',
                      label: a('drop'),
                      icon: <IconAlbumDrop />,
                      onSelect: () => {
                        onRemoveFromAlbum(chosen);
                      },
                    },
                  ]
                : []),
              ...(person?.entriesFor(chosen) ?? []),
              ...albumActions.addEntries(chosen),
            ]}
          />
        ) : null}
      </SelectionBar>
      {share.dialog}
    </>
  );
};
