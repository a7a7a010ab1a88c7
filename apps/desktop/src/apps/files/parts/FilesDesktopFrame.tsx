import type { ProtectedArea, Partition, WindowId } from '@boxwood/domain';
import { AppLayout } from '@boxwood/ui';
import { type KeyboardEventHandler, type ReactNode, type RefObject, useState } from 'react';
import { SettingsToken } from '../../../composition/service-tokens.ts';
import { UndoKeys } from '../../../kit/files/UndoKeys.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import styles from '../files.module.css';
import { desktopColumns } from './desktop-columns.tsx';
import { DesktopColumnsContext } from './desktop-columns-context.ts';
import { DetailsPane } from './DetailsPane.tsx';
import { FileToolbar } from './FileToolbar.tsx';
import { FilesFooter } from './FilesFooter.tsx';
import { GatedFiles } from './GatedFiles.tsx';
import { PasteKeys } from './PasteKeys.tsx';
import { PathBar } from './PathBar.tsx';
import { PlacesSidebar } from './PlacesSidebar.tsx';
import { SearchBar } from './SearchBar.tsx';
import { useSelectArrivals } from './browser/use-select-arrivals.ts';
import type { FileBrowser } from './browser/use-browser.ts';
import { useLockedDrop } from './browser/use-locked-drop.ts';

const DETAILS_PANE_KEY = 'files_details';

interface FilesDesktopFrameProps {
  readonly browser: FileBrowser;
  readonly window: WindowId;
  readonly area: ProtectedArea | null;
  /** Starts as a search over all places with this text. */
  readonly initialQuery: string | undefined;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: KeyboardEventHandler;
  readonly volumes: readonly Partition[];
  readonly onVolumes: () => void;
  /** The path is being edited. */
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
  /** Hidden file inputs. */
  readonly fileInputs: ReactNode;
  /** Rendered after a gate was unlocked. */
  readonly afterUnlock: ReactNode;
  /** The file list. */
  readonly content: ReactNode;
}

/** Desktop layout of the file browser: places sidebar, path and search, toolbar, list with details pane, and footer. */
export const FilesDesktopFrame = ({
  browser,
  window,
  area,
  initialQuery,
  root,
  onKeyDown,
  ...rest
}: FilesDesktopFrameProps) => {
  const { volumes, onVolumes, editing, onEdit, fileInputs, afterUnlock, content } = rest;
  const settings = useService(SettingsToken);
  const [pane, setPane] = useState(() => settings.text(DETAILS_PANE_KEY) === 'Y');
  const lockedDropHandlers = useLockedDrop(area);
  useSelectArrivals(browser);
  const body = (
    <>
      <FileToolbar
        browser={browser}
        pane={pane}
        onPane={(shown) => {
          settings.setText(DETAILS_PANE_KEY, shown ? 'Y' : null);
          setPane(shown);
        }}
      />
      <div className={styles.body}>
        <DesktopColumnsContext value={desktopColumns}>{content}</DesktopColumnsContext>
        {pane ? <DetailsPane browser={browser} /> : null}
      </div>
      <FilesFooter browser={browser} />
    </>
  );
  return (
    <AppLayout sidebar={<PlacesSidebar browser={browser} volumes={volumes} onRefresh={onVolumes} />}>
      <div ref={root} className={styles.window} onKeyDown={onKeyDown} {...lockedDropHandlers} role="presentation">
        <div className={styles.top}>
          <PathBar browser={browser} editing={editing} onEdit={onEdit} />
          <SearchBar key={browser.state.location.path} browser={browser} initialQuery={initialQuery ?? null} />
        </div>
        {area === null ? (
          body
        ) : (
          <GatedFiles area={area}>
            {afterUnlock}
            {body}
          </GatedFiles>
        )}
        {fileInputs}
        <UndoKeys window={window} />
        <PasteKeys browser={browser} root={root} />
      </div>
    </AppLayout>
  );
};
