import { useState } from 'react';
import { copyText } from '../../platform/clipboard.ts';

/** Copies a link, and keeps which one was copied, or that the browser did not, until `forget`. */
export const useCopyLink = () => {
  const [copied, setCopied] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  return {
    copied,
    refused,
    copy: (address: string): void => {
      void copyText(address).then((done) => {
        setRefused(!done);
        if (done) setCopied(address);
      });
    },
    forget: (): void => {
      setRefused(false);
    },
  };
};
