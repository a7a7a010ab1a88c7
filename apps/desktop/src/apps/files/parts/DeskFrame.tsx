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
  /** Starts as a search over all places with this text. */
  readonly searching: string | undefined;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: KeyboardEventHandler;
  readonly volumes: readonly Partition[];
  readonly onVolumes: () => void;
  /** The path is being edited. */
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
  /** Hidden file inputs. */
  readonly beside: ReactNode;
  /** Rendered after a gate was unlocked. */
  readonly opened: ReactNode;
  /** The file list. */
  readonly content: ReactNode;
}

/** Desktop layout of the file browser: places sidebar, path and search, toolbar, list with details pane, and footer. */
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
