import { useEffect, useRef, useState } from 'react';
import styles from './document.module.css';
import { moveIntoFrame } from './sandbox-content.ts';

const EMPTY = '<!doctype html><html><head><meta charset="utf-8"></head><body></body></html>';

/**
 * Rendered content in a frame without scripts. Presses inside it are forwarded to the window, which would not receive
 * them otherwise.
 */
export const SandboxFrame = ({ label, content }: { readonly label: string; readonly content: Element }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const frameDocument = frame.current?.contentDocument;
    if (!loaded || frameDocument === null || frameDocument === undefined) return undefined;
    const copy = content.cloneNode(true);
    if (copy instanceof Element) moveIntoFrame(copy, frameDocument);
    const element = frame.current;
    const forwardPress = (): void => {
      element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    };
    frameDocument.addEventListener('pointerdown', forwardPress);
    return () => {
      frameDocument.removeEventListener('pointerdown', forwardPress);
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
