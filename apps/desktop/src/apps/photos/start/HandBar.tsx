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
  selectionAct,
  SelectionBar,
} from '@boxwood/ui';
import { useState } from 'react';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { canSend } from '../../../platform/send.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { messages } from '../messages.ts';
import { MOST_SAVED, MOST_SENT, type useActs } from '../parts/use-acts.ts';
import type { HandPart } from './use-hand-part.ts';
import { useShare } from './use-share.tsx';

interface HandBarProps {
  readonly part: HandPart;
  readonly chosen: readonly TimelinePhoto[];
  readonly acts: ReturnType<typeof useActs>;
  readonly onDrop: (which: readonly TimelinePhoto[]) => void;
  readonly onRemove: (which: readonly TimelinePhoto[]) => void;
}

/** Actions for the selected pictures, at the bottom of a phone screen. */
export const HandBar = ({ part: { album, albums, person }, chosen, acts, onDrop, onRemove }: HandBarProps) => {
  const t = useText(messages);
  const a = useText(albumWords);
  const indexed = useStream(usePhotos().indexed$);
  const [sends] = useState(canSend);
  const share = useShare(chosen);
  const hearted = chosen.every(({ favourite }) => favourite === 1);
  return (
    <>
      <SelectionBar
        label={t('menu')}
        acts={[
          ...(sends
            ? [
                {
                  id: 'send',
                  label: t('send'),
                  icon: <IconSend />,
                  disabledReason: chosen.length > MOST_SENT ? t('chooseFewer', { most: MOST_SENT }) : undefined,
                  onPress: () => {
                    acts.send(chosen);
                  },
                },
              ]
            : []),
          ...(indexed
            ? [
                {
                  id: 'favourite',
                  label: t(hearted ? 'unfavourite' : 'favourite'),
                  icon: <IconHeart fill={hearted ? 'currentColor' : 'none'} />,
                  onPress: () => {
                    acts.favourite(chosen);
                  },
                },
              ]
            : []),
          share.act,
          {
            id: 'download',
            label: t('download'),
            icon: <IconDownload />,
            disabledReason: chosen.length > MOST_SAVED ? t('chooseFewer', { most: MOST_SAVED }) : undefined,
            onPress: () => {
              acts.download(chosen);
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
              <Button variant="quiet" className={selectionAct} icon={<IconAlbumAdd />} aria-label={a('add')}>
                {a('short')}
              </Button>
            }
            entries={[
              ...(album?.owner === albums.me
                ? [
                    {
                      kind: 'action' as const,
                      id: 'drop',
                      label: a('drop'),
                      icon: <IconAlbumDrop />,
                      onSelect: () => {
                        onDrop(chosen);
                      },
                    },
                  ]
                : []),
              ...(person?.entriesFor(chosen) ?? []),
              ...albums.addEntries(chosen),
            ]}
          />
        ) : null}
      </SelectionBar>
      {share.dialog}
    </>
  );
};
