import { useEffect, useRef, useState } from 'react';
import styles from './document.module.css';
import { transplant } from './sandbox.ts';

const EMPTY = '<!doctype html><html><head><meta charset="utf-8"></head><body></body></html>';

/**
 * Rendered content in a frame without scripts. Presses inside it are forwarded to the window, which would not receive
 * them otherwise.
 */
export const Frame = ({ label, content }: { readonly label: string; readonly content: Element }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!loaded || inside === null || inside === undefined) return undefined;
    const copy = content.cloneNode(true);
    if (copy instanceof Element) transplant(copy, inside);
    const element = frame.current;
    const press = (): void => {
      element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    };
    inside.addEventListener('pointerdown', press);
    return () => {
      inside.removeEventListener('pointerdown', press);
    };
  }, [loaded, content]);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={label}
      sandbox="allow-same-origin allow-popups"
      srcDoc={EMPTY}
      onLoad={() => {
        setLoaded(true);
      }}
    />
  );
};
