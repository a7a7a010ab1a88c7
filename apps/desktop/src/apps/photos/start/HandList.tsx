import type { ReactNode } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { Albums, Duplicates, PeoplePage, Places, Things } from '../parts/late.tsx';
import { inOrder } from '../parts/order.ts';
import { ALBUM, ALBUMS, DUPLICATES, PEOPLE, PERSON, PLACE, PLACES, THING, THINGS } from '../sections.ts';
import type { HandPart } from './use-hand-part.ts';

interface HandListProps {
  readonly part: HandPart;
  /** The timeline, shown on pages that have one. */
  readonly children: ReactNode;
}

/** Content of a Photos page on a phone: a list of albums, people, objects or places, or the timeline. */
export const HandList = ({ part: { page, go, albums }, children }: HandListProps) => {
  const language = useStream(useService(LanguagesToken).language$);
  switch (page) {
    case ALBUMS:
      return (
        <Shown of={albums.albums} reload={albums.reload}>
          {(list) => (
            <Albums
              albums={inOrder(list, 'name', language)}
              me={albums.me}
              onOpen={({ id }) => {
                go(ALBUM + id);
              }}
              action={null}
            />
          )}
        </Shown>
      );
    case DUPLICATES:
      return <Duplicates />;
    case PEOPLE:
      return (
        <PeoplePage
          onOpen={(person) => {
            go(PERSON, { person });
          }}
        />
      );
    case THINGS:
      return (
        <Things
          onOpen={(chosen) => {
            go(THING, chosen);
          }}
        />
      );
    case PLACES:
      return (
        <Places
          onOpen={(chosen) => {
            go(PLACE, chosen);
          }}
        />
      );
    default:
      return children;
  }
};
