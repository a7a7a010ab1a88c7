import { useState } from 'react';
import { copyText } from '../../platform/clipboard.ts';

/** Copies a link, and keeps which one was copied, or that the browser did not, until `forget`. @param onCopied hears of each that was copied */
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
    forget: (): void => {
      setRefused(false);
    },
  };
};
