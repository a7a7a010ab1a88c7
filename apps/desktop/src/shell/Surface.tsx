import type { Size } from '@boxwood/domain';
import { useEffect, useRef, useState } from 'react';
import { DesktopToken, LauncherToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { DesktopIcons } from './DesktopIcons.tsx';
import { ShellWindow } from './ShellWindow.tsx';
import styles from './desktop.module.css';

const BAR = 40;

/** The ground the windows stand on: it tells the domain its size and shows every window. */
export const Surface = () => {
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const surface = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size | null>(null);
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
    <main ref={surface} className={styles.surface}>
      {size === null ? null : <DesktopIcons height={size.height - BAR - 24} />}
      {windows.map((window) => (
        <ShellWindow
          key={window.id}
          window={window}
          app={launcher.find(window.component)}
          active={window.id === active}
        />
      ))}
    </main>
  );
};
