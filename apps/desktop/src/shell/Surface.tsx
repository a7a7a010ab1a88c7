import type { Size } from '@boxwood/domain';
import { useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { DesktopToken, LauncherToken } from '../composition/tokens.ts';
import type { Tree } from '../file-kit/receive/tree.ts';
import { useFileDrop } from '../file-kit/receive/use-file-drop.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { DesktopIcons } from './DesktopIcons.tsx';
import { desk } from './desk-messages.ts';
import { ShellWindow } from './ShellWindow.tsx';
import { Welcome } from './Welcome.tsx';
import styles from './desktop.module.css';

const BAR = 40;

/** True on the desktop itself and its icons; windows and their contents are separate drop targets. */
const isGround = (target: Element): boolean =>
  target.closest('[data-ground]') !== null && target.closest('[data-window]') === null;

const DesktopReceive = part(async () => (await import('./DesktopReceive.tsx')).DesktopReceive);

/** The desktop area below the bars: reports its size to the domain and renders every window. */
export const Surface = () => {
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const surface = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const t = useText(desk);
  const [dropped, setDropped] = useState<Promise<Tree> | null>(null);
  const over = useFileDrop(isGround, setDropped);
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
      {size === null ? null : <DesktopIcons height={size.height - BAR - 24} />}
      <Welcome />
      {windows.map((window) => (
        <ShellWindow
          key={window.id}
          window={window}
          app={launcher.find(window.component)}
          active={window.id === active}
        />
      ))}
      {over ? (
        <div className={styles.dropHere} role="status">
          <span>{t('dropHere')}</span>
        </div>
      ) : null}
      {dropped === null ? null : (
        <ErrorBoundary>
          <DesktopReceive dropped={dropped} />
        </ErrorBoundary>
      )}
    </main>
  );
};
