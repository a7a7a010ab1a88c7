import type { Album, QueryState } from '@boxwood/domain';
import { Button, IconPlus, ListLayout, Select, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { LanguagesToken } from '../../../../composition/service-tokens.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';
import { AlbumGrid } from './AlbumGrid.tsx';
import { type AlbumOrder, sortAlbums, ALBUM_ORDERS } from './album-order.ts';

export interface AlbumsPageProps {
  readonly albums: QueryState<readonly Album[]>;
  readonly me: string;
  readonly reload: () => void;
  readonly order: AlbumOrder;
  readonly onOrder: (order: AlbumOrder) => void;
  readonly onOpen: (album: Album) => void;
  readonly onCreate: () => void;
}

/** All albums in an order that the user chooses. */
export const AlbumsPage = ({ albums, me, reload, order, onOrder, onOpen, onCreate }: AlbumsPageProps) => {
  const a = useText(albumMessages);
  const language = useStream(useService(LanguagesToken).language$);
  const createButton = (
    <Button size="sm" variant="primary" icon={<IconPlus />} onClick={onCreate}>
      {a('new')}
    </Button>
  );
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={a('tools')}>
          {createButton}
          <ToolbarSpacer />
          <Select
            label={a('order')}
            hideLabel
            value={order}
            options={ALBUM_ORDERS.map((value) => ({ value, label: a(`${value}_order`) }))}
            onValueChange={onOrder}
          />
        </Toolbar>
      }
      footer={<span aria-live="polite">{a('total', { count: albums.at === 'ready' ? albums.value.length : 0 })}</span>}
    >
      <LoadedContent request={albums} reload={reload}>
        {(list) => (
          <AlbumGrid albums={sortAlbums(list, order, language)} me={me} onOpen={onOpen} action={createButton} />
        )}
      </LoadedContent>
    </ListLayout>
  );
};
