import type { Album, Asked } from '@boxwood/domain';
import { Button, IconPlus, ListLayout, Select, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { Albums } from './Albums.tsx';
import { type AlbumOrder, inOrder, ORDERS } from './order.ts';

export interface AlbumsPageProps {
  readonly albums: Asked<readonly Album[]>;
  readonly me: string;
  readonly reload: () => void;
  readonly order: AlbumOrder;
  readonly onOrder: (order: AlbumOrder) => void;
  readonly onOpen: (album: Album) => void;
  readonly onMake: () => void;
}

/** All albums in an order that the user chooses. */
export const AlbumsPage = ({ albums, me, reload, order, onOrder, onOpen, onMake }: AlbumsPageProps) => {
  const a = useText(albumWords);
  const language = useStream(useService(LanguagesToken).language$);
  const create = (
    <Button size="sm" variant="primary" icon={<IconPlus />} onClick={onMake}>
      {a('new')}
    </Button>
  );
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={a('tools')}>
          {create}
          <ToolbarSpacer />
          <Select
            label={a('order')}
            hideLabel
            value={order}
            options={ORDERS.map((value) => ({ value, label: a(`${value}_order`) }))}
            onValueChange={onOrder}
          />
        </Toolbar>
      }
      footer={<span aria-live="polite">{a('total', { count: albums.at === 'ready' ? albums.value.length : 0 })}</span>}
    >
      <Shown of={albums} reload={reload}>
        {(list) => <Albums albums={inOrder(list, order, language)} me={me} onOpen={onOpen} action={create} />}
      </Shown>
    </ListLayout>
  );
};
