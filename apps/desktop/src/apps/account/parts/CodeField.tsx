import type { CodePurpose, Failure } from '@boxwood/domain';
import { Button, TextField } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { ProfileToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';

/** Seconds between two codes to one address (A07). */
const WAIT = 60;

/** A field for a six-digit code with the button that sends one; the next one can be sent after 60 s. */
export const CodeField = ({
  address,
  purpose,
  value,
  error,
  onValueChange,
  onFailure,
}: {
  /** Where the code goes; empty while there is no usable address. */
  readonly address: string;
  /** What the code is for; it is good for nothing else. */
  readonly purpose: CodePurpose;
  readonly value: string;
  readonly error: string | null;
  readonly onValueChange: (code: string) => void;
  readonly onFailure: (failure: Failure | null) => void;
}) => {
  const t = useText(messages);
  const profile = useService(ProfileToken);
  const [left, setLeft] = useState(0);
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
  const send = (): void => {
    onFailure(null);
    setLeft(WAIT);
    profile.sendCode(address, purpose).subscribe((result) => {
      if (result._tag === 'Right') return;
      setLeft(0);
      onFailure(result.left);
    });
  };
  return (
    <TextField
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={value}
      error={error}
      onValueChange={onValueChange}
      tools={
        <Button size="sm" variant="quiet" disabled={waiting || address === ''} onClick={send}>
          {waiting ? t('resendIn', { n: left }) : t('sendCode')}
        </Button>
      }
    />
  );
};
