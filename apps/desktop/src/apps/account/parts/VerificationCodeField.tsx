import { parseNotice } from '@boxwood/account-sdk/rules';
import type { CodeLocation, Failure, Outcome } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { MessagesToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';

/** Seconds between two codes to the same address (A07). */
const RESEND_DELAY_S = 60;

/**
 * A field for a six-digit code with a button that sends one; another can be sent after 60 s. When the service cannot
 * reach the address, the field says where the code is, and fills in a code that arrived as a message to the user.
 */
export const VerificationCodeField = ({
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
  readonly send: (address: string) => Outcome<CodeLocation | null>;
  readonly value: string;
  readonly error: string | null;
  readonly onValueChange: (code: string) => void;
  readonly onFailure: (failure: Failure | null) => void;
  /** Called when the user requests a code before entering an address. */
  readonly onNoAddress?: () => void;
}) => {
  const t = useText(messages);
  const userMessages = useService(MessagesToken);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [codePlace, setCodePlace] = useState<CodeLocation | 'address' | null>(null);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      setSecondsLeft((n) => n - 1);
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isWaiting]);
  /** Fills in the newest code for this address; messages are sorted newest first. */
  const fillInFromMessages = (): void => {
    userMessages.load(3).subscribe((result) => {
      if (result._tag === 'Left') return;
      const notices = result.right.messages.map((message) => parseNotice(message));
      const codeNotice = notices.find((notice) => notice?.kind === 'code' && notice.address === address);
      if (codeNotice?.kind === 'code') onValueChange(codeNotice.code);
    });
  };
  const requestCode = (): void => {
    onFailure(null);
    setCodePlace(null);
    if (address === '') {
      onNoAddress?.();
      return;
    }
    setSecondsLeft(RESEND_DELAY_S);
    send(address).subscribe((result) => {
      if (result._tag === 'Left') {
        setSecondsLeft(0);
        onFailure(result.left);
        return;
      }
      setCodePlace(result.right ?? 'address');
      if (result.right === 'messages') fillInFromMessages();
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
      {...(codePlace === null ? {} : { hint: <span role="status">{hints[codePlace]}</span> })}
      onValueChange={onValueChange}
      tools={
        <Button
          size="sm"
          variant="quiet"
          disabled={isWaiting || (address === '' && onNoAddress === undefined)}
          onClick={requestCode}
        >
          {isWaiting ? t('resendIn', { n: secondsLeft }) : t('sendCode')}
        </Button>
      }
    />
  );
};
