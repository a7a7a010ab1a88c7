import { readNotice } from '@boxwood/account-sdk/rules';
import type { CodePlace, Failure, Outcome } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { MessagesToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';

/** Seconds between two codes to the same address (A07). */
const WAIT = 60;

/**
 * A field for a six-digit code with a button that sends one; another can be sent after 60 s. When the service cannot
 * reach the address, the field says where the code is, and fills in a code that arrived as a message to the user.
 */
export const CodeField = ({
  address,
  send,
  value,
  error,
  onValueChange,
  onFailure,
  onNoAddress,
}: {
  /** Recipient of the code; empty while there is no valid address. */
  readonly address: string;
  readonly send: (address: string) => Outcome<CodePlace | null>;
  readonly value: string;
  readonly error: string | null;
  readonly onValueChange: (code: string) => void;
  readonly onFailure: (failure: Failure | null) => void;
  /** Called when the user requests a code before entering an address. */
  readonly onNoAddress?: () => void;
}) => {
  const t = useText(messages);
  const inbox = useService(MessagesToken);
  const [left, setLeft] = useState(0);
  const [place, setPlace] = useState<CodePlace | 'address' | null>(null);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => {
      setLeft((n) => n - 1);
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [waiting]);
  /** Fills in the newest code for this address; messages are sorted newest first. */
  const fillIn = (): void => {
    inbox.load(3).subscribe((result) => {
      if (result._tag === 'Left') return;
      const notices = result.right.messages.map((message) => readNotice(message));
      const found = notices.find((notice) => notice?.kind === 'code' && notice.address === address);
      if (found?.kind === 'code') onValueChange(found.code);
    });
  };
  const ask = (): void => {
    onFailure(null);
    setPlace(null);
    if (address === '') {
      onNoAddress?.();
      return;
    }
    setLeft(WAIT);
    send(address).subscribe((result) => {
      if (result._tag === 'Left') {
        setLeft(0);
        onFailure(result.left);
        return;
      }
      setPlace(result.right ?? 'address');
      if (result.right === 'messages') fillIn();
    });
  };
  const hints = { address: t('codeSent', { address }), messages: t('codeInMessages'), outbox: t('codeInOutbox') };
  return (
    <TextField
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={value}
      error={error}
      {...(place === null ? {} : { hint: <span role="status">{hints[place]}</span> })}
      onValueChange={onValueChange}
      tools={
        <Button
          size="sm"
          variant="quiet"
          disabled={waiting || (address === '' && onNoAddress === undefined)}
          onClick={ask}
        >
          {waiting ? t('resendIn', { n: left }) : t('sendCode')}
        </Button>
      }
    />
  );
};
