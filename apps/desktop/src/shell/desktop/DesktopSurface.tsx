import type { DesktopSize } from '@boxwood/domain';
import { useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { DesktopToken, LauncherToken } from '../../composition/service-tokens.ts';
import type { UploadTree } from '../../kit/files/receive/upload-tree.ts';
import { useFileDrop } from '../../kit/files/receive/use-file-drop.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { DesktopIcons } from './DesktopIcons.tsx';
import { desktopMessages } from './desktop-messages.ts';
import { ShellWindow } from '../windows/ShellWindow.tsx';
import { Welcome } from '../welcome/Welcome.tsx';
import styles from './desktop.module.css';

const TOP_BAR_HEIGHT_PX = 40;

/** True on the desktop itself and its icons; windows and their contents are separate drop targets. */
const isDesktopTarget = (target: Element): boolean =>
  target.closest('[data-ground]') !== null && target.closest('[data-window]') === null;

const DesktopReceive = lazyComponent(async () => (await import('./DesktopDropUpload.tsx')).DesktopDropUpload);

/** The desktop area below the bars: reports its size to the domain and renders every window. */
export const DesktopSurface = () => {
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const surface = useRef<HTMLElement>(null);
  const [size, setSize] = useState<DesktopSize | null>(null);
  const t = useText(desktopMessages);
  const [droppedTree, setDroppedTree] = useState<Promise<UploadTree> | null>(null);
  const isDraggingOver = useFileDrop(isDesktopTarget, setDroppedTree);
  useEffect(() => {
    const element = surface.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width, height });
      desktop.setViewport({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [desktop]);
  return (
    <main ref={surface} data-ground="" className={styles.surface}>
      {size === null ? null : <DesktopIcons height={size.height - TOP_BAR_HEIGHT_PX - 24} />}
      <Welcome />
      {windows.map((window) => (
        <ShellWindow
          key={window.id}
          window={window}
          app={launcher.find(window.component)}
          active={window.id === active}
        />
      ))}
      {isDraggingOver ? (
        <div className={styles.dropHere} role="status">
          <span>{t('dropHere')}</span>
        </div>
      ) : null}
      {droppedTree === null ? null : (
        <ErrorBoundary>
          <DesktopReceive dropped={droppedTree} />
        </ErrorBoundary>
      )}
    </main>
  );
};
