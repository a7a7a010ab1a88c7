import type { GatedArea, Partition, WindowId } from '@boxwood/domain';
import { AppLayout } from '@boxwood/ui';
import { type KeyboardEventHandler, type ReactNode, type RefObject, useState } from 'react';
import { SettingsToken } from '../../../composition/tokens.ts';
import { UndoKeys } from '../../../file-kit/UndoKeys.tsx';
import { useService } from '../../../react/scope.tsx';
import styles from '../files.module.css';
import { deskColumns } from './desk-columns.tsx';
import { DeskColumns } from './desk-columns-context.ts';
import { DetailsPane } from './DetailsPane.tsx';
import { FileToolbar } from './FileToolbar.tsx';
import { Footer } from './Footer.tsx';
import { Gated } from './Gated.tsx';
import { PasteKeys } from './PasteKeys.tsx';
import { PathBar } from './PathBar.tsx';
import { Places } from './Places.tsx';
import { SearchBar } from './SearchBar.tsx';
import { useArrivals } from './use-arrivals.ts';
import type { Browser } from './use-browser.ts';
import { useClosedDrop } from './use-closed-drop.ts';

const PANE = 'files_details';

interface DeskFrameProps {
  readonly browser: Browser;
  readonly window: WindowId;
  readonly area: GatedArea | null;
  /** Begins as the search over all places. */
  readonly searching: string | undefined;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: KeyboardEventHandler;
  readonly volumes: readonly Partition[];
  readonly onVolumes: () => void;
  /** The path is being typed. */
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
  /** What is not seen: the pickers of the system. */
  readonly beside: ReactNode;
  /** What begins when a gate has let the person in. */
  readonly opened: ReactNode;
  /** The list of the folder. */
  readonly content: ReactNode;
}

/** The file browser in a window: places at the side, the path and the search above, tools, the list with its details, and a footer. */
export const DeskFrame = ({ browser, window, area, searching, root, onKeyDown, ...rest }: DeskFrameProps) => {
  const { volumes, onVolumes, editing, onEdit, beside, opened, content } = rest;
  const settings = useService(SettingsToken);
  const [pane, setPane] = useState(() => settings.text(PANE) === 'Y');
  const closedDrop = useClosedDrop(area);
  useArrivals(browser);
  const body = (
    <>
      <FileToolbar
        browser={browser}
        pane={pane}
        onPane={(shown) => {
          settings.setText(PANE, shown ? 'Y' : null);
          setPane(shown);
        }}
      />
      <div className={styles.body}>
        <DeskColumns value={deskColumns}>{content}</DeskColumns>
        {pane ? <DetailsPane browser={browser} /> : null}
      </div>
      <Footer browser={browser} />
    </>
  );
  return (
    <AppLayout sidebar={<Places browser={browser} volumes={volumes} onRefresh={onVolumes} />}>
      <div ref={root} className={styles.window} onKeyDown={onKeyDown} {...closedDrop} role="presentation">
        <div className={styles.top}>
          <PathBar browser={browser} editing={editing} onEdit={onEdit} />
          <SearchBar key={browser.state.location.path} browser={browser} wide={searching ?? null} />
        </div>
        {area === null ? (
          body
        ) : (
          <Gated area={area}>
            {opened}
            {body}
          </Gated>
        )}
        {beside}
        <UndoKeys window={window} />
        <PasteKeys browser={browser} root={root} />
      </div>
    </AppLayout>
  );
};
