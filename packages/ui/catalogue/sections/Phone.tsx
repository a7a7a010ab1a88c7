import { useState } from 'react';
import {
  BottomBar,
  Button,
  ChipRow,
  FastScroller,
  FloatingButton,
  PhoneRow,
  IconButton,
  IconFolder,
  IconImages,
  IconMoreVertical,
  IconMoveTo,
  IconPencil,
  IconPlus,
  IconShare,
  IconTiles,
  IconTrash,
  Menu,
  PhoneHeader,
  PullToRefresh,
  SelectionBar,
  Sheet,
  SheetsContext,
} from '../../src/index.ts';
import styles from '../catalogue.module.css';
import { Demo } from '../Demo.tsx';

const destinations = [
  { id: 'files', label: 'Files', icon: <IconFolder /> },
  { id: 'photos', label: 'Photos', icon: <IconImages /> },
  { id: 'more', label: 'More', icon: <IconTiles />, newsLabel: 'something new' },
] as const;

const names = Array.from(
  { length: 400 },
  (_, index) => `${String.fromCharCode(65 + Math.floor(index / 16))} photo ${index}`,
);

/** The components of a phone page, each in a frame as wide as a phone. */
export function Phone() {
  const [destination, setDestination] = useState<(typeof destinations)[number]['id']>('files');
  const [tall, setTall] = useState(false);
  const [pictures, setPictures] = useState(true);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <>
      <Demo title="Header, places, floating button" layout="plain">
        <div className={styles.phone}>
          <PhoneHeader
            title="Holidays 2024"
            note="My files · 212 items"
            back={{ label: 'Back', onPress: () => undefined }}
          >
            <IconButton size="lg" label="More" tooltip={false} icon={<IconMoreVertical />} />
          </PhoneHeader>
          <PullToRefresh label="Refreshing" busy={false} onRefresh={() => undefined}>
            <div ref={setScroller} className={styles.phoneList} tabIndex={0} role="region" aria-label="Photos">
              {names.map((name) => (
                <p key={name}>{name}</p>
              ))}
            </div>
            <FastScroller
              label="Go through the list"
              scroller={scroller}
              count={names.length}
              labelAt={(at) => names[at]?.slice(0, 1) ?? ''}
            />
          </PullToRefresh>
          <FloatingButton icon={<IconPlus />}>Add</FloatingButton>
          <BottomBar label="Places" items={destinations} current={destination} onSelect={setDestination} />
        </div>
      </Demo>
      <Demo title="Lines and chips" layout="plain">
        <div className={styles.phone} data-low="">
          <ChipRow
            label="Narrow the search"
            chips={[
              { id: 'pictures', label: 'Pictures', pressed: pictures, onPress: () => setPictures(!pictures) },
              { id: 'year', label: 'This year', pressed: false, onPress: () => undefined },
              { id: 'place', label: 'Here', icon: <IconFolder />, onPress: () => undefined },
            ]}
          />
          <PhoneRow icon={<IconImages />} name="Beach at noon.jpg" facts={['2.3 MB', 'yesterday']} />
          <PhoneRow
            icon={<IconFolder />}
            name="A folder with a name that is much too long for one line of a hand"
            facts={['', 'Nov 14, 2023']}
            extraLine="My files › Holidays"
            end={<IconButton size="lg" label="More" tooltip={false} icon={<IconMoreVertical />} />}
          />
        </div>
      </Demo>
      <Demo title="Something is selected" layout="plain">
        <div className={styles.phone} data-low="">
          <PhoneHeader
            selecting
            title="3 selected"
            note="8.1 MB"
            back={{ label: 'End the selection', onPress: () => undefined }}
          />
          <SelectionBar
            label="Actions"
            actions={[
              { id: 'share', label: 'Share', icon: <IconShare />, onPress: () => undefined },
              { id: 'move', label: 'Move', icon: <IconMoveTo />, onPress: () => undefined },
              { id: 'delete', label: 'Delete', icon: <IconTrash />, onPress: () => undefined },
            ]}
          />
        </div>
      </Demo>
      <Demo title="Sheets">
        <SheetsContext value>
          <Menu
            trigger={<Button>Menu as a sheet</Button>}
            entries={[
              { kind: 'action', id: 'rename', label: 'Rename', icon: <IconPencil />, onSelect: () => undefined },
              {
                kind: 'choice',
                id: 'view',
                label: 'View',
                value: 'list',
                options: [
                  { value: 'list', label: 'List' },
                  { value: 'grid', label: 'Grid' },
                ],
                onChange: () => undefined,
              },
              { kind: 'separator', id: 'line' },
              {
                kind: 'action',
                id: 'delete',
                label: 'Move to bin',
                icon: <IconTrash />,
                danger: true,
                onSelect: () => undefined,
              },
            ]}
          />
        </SheetsContext>
        <Button
          onClick={() => {
            setTall(true);
          }}
        >
          Sheet of two heights
        </Button>
        <Sheet
          isExpandable
          open={tall}
          title="Details"
          onClose={() => {
            setTall(false);
          }}
        >
          {names.slice(0, 40).map((name) => (
            <p key={name} className={styles.phoneLine}>
              {name}
            </p>
          ))}
        </Sheet>
      </Demo>
    </>
  );
}
