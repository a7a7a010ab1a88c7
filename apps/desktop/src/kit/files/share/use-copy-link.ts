import { useState } from 'react';
import { copyText } from '../../../platform/clipboard.ts';

/**
 * Copies a link to the clipboard and exposes the last copied link, or that the browser rejected the copy. @param
 * onCopied - Called after each successful copy.
 */
export const useCopyLink = (onCopied: () => void = () => undefined) => {
  const [copied, setCopied] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  return {
    copied,
    refused,
    copy: (address: string): void => {
      void copyText(address).then((done) => {
        setRefused(!done);
        if (!done) return;
        onCopied();
        setCopied(address);
      });
    },
    clearRefused: (): void => {
      setRefused(false);
    },
  };
};
