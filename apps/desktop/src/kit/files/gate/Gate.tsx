import type { Failure, ProtectedArea, Outcome, SafeGate } from '@boxwood/domain';
import { Button, Checkbox, ErrorState, IconLock, IconShieldCheck, mayTakeFocus, PasswordField } from '@boxwood/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../app/messages.ts';
import { WindowSkeleton } from '../../app/window-states/WindowSkeleton.tsx';
import { ClockToken, SafeGatesToken } from '../../../composition/service-tokens.ts';
import { useRetry } from '../../../platform/react/use-retry.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from './gate.module.css';
import { gateMessages } from './messages.ts';

const useGateText = () => useText(gateMessages);

/**
 * Shows its children only after the box has accepted the password of the safe or the private files (DIALOG-26, SAFE-01,
 * SAFE-02).
 */
export const Gate = ({ area, children }: { readonly area: ProtectedArea; readonly children: ReactNode }) => {
  const gate = useService(SafeGatesToken)[area];
  const state = useStream(gate.state$);
  useEffect(() => {
    gate.check();
  }, [gate]);
  switch (state.at) {
    case 'open':
      return children;
    case 'unknown':
      return state.failure === null ? <WindowSkeleton /> : <GateUnreachable gate={gate} failure={state.failure} />;
    case 'asking':
      return <WindowSkeleton />;
    case 'unset':
      return <GateSetUp gate={gate} />;
    case 'locked':
      return <GateLocked area={area} until={state.until} />;
    case 'closed':
      return <GateUnlock gate={gate} attemptsLeft={state.attemptsLeft} />;
  }
};

const GateUnreachable = ({ gate, failure }: { readonly gate: SafeGate; readonly failure: Failure }) => {
  const t = useGateText();
  const c = useText(commonMessages);
  const failureText = useFailureText();
  useRetry(failure, () => {
    gate.check();
  });
  return (
    <ErrorState
      title={t('notAsked')}
      text={failureText(failure).text}
      retryLabel={c('retry')}
      onRetry={() => {
        gate.check();
      }}
    />
  );
};

const GateForm = ({
  area,
  title,
  text,
  onSubmit,
  children,
}: {
  readonly area: ProtectedArea;
  readonly title: string;
  readonly text: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) => (
  <form
    className={styles.gate}
    aria-label={title}
    data-area={area}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <span className={styles.gatePicture} aria-hidden="true">
      {area === 'safe' ? <IconShieldCheck /> : <IconLock />}
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </form>
);

const GatePasswordField = ({
  label,
  value,
  onValue,
  isNew = false,
  focus = false,
  error,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly isNew?: boolean;
  readonly focus?: boolean;
  readonly error?: string | undefined;
  readonly hint?: string;
}) => {
  const c = useText(commonMessages);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not autoFocus: the box may request the password only after the field has mounted.
    if (focus && input.current !== null && mayTakeFocus(input.current)) input.current.focus({ preventScroll: true });
  }, [focus]);
  return (
    <PasswordField
      ref={input}
      data-autofocus={focus ? '' : undefined}
      className={styles.gateField ?? ''}
      label={label}
      value={value}
      autoComplete={isNew ? 'new-password' : 'off'}
      showPasswordLabel={c('showPassword')}
      hidePasswordLabel={c('hidePassword')}
      error={error}
      hint={hint}
      onValueChange={onValue}
    />
  );
};

const GateSetUp = ({ gate }: { readonly gate: SafeGate }) => {
  const t = useGateText();
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [agreed, setAgreed] = useState(false);
  const failed = state.at === 'failed' ? failureText(state.failure).text : undefined;
  return (
    <GateForm
      area={gate.area}
      title={gate.area === 'safe' ? t('setSafe') : t('setPrivate')}
      text={gate.area === 'safe' ? t('setSafeText') : t('setPrivateText')}
      onSubmit={() => {
        run(
          () => gate.setUp(password, repeat, agreed),
          () => {
            gate.unlock(password);
          },
        );
      }}
    >
      <GatePasswordField label={t('newPassword')} hint={t('rule')} value={password} onValue={setPassword} isNew focus />
      <GatePasswordField label={t('repeat')} value={repeat} onValue={setRepeat} isNew error={failed} />
      <Checkbox label={t('agree')} hint={t('agreeHint')} checked={agreed} onCheckedChange={setAgreed} />
      <Button variant="primary" size="lg" fullWidth type="submit" busy={state.at === 'running'}>
        {t('set')}
      </Button>
    </GateForm>
  );
};

const GateUnlock = ({ gate, attemptsLeft }: { readonly gate: SafeGate; readonly attemptsLeft: number | null }) => {
  const t = useGateText();
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  const failed =
    state.at === 'failed'
      ? attemptsLeft === null
        ? failureText(state.failure).text
        : t('wrongLeft', { count: attemptsLeft })
      : undefined;
  return (
    <GateForm
      area={gate.area}
      title={gate.area === 'safe' ? t('openSafe') : t('openPrivate')}
      text={t('openText')}
      onSubmit={() => {
        run((): Outcome<null> => {
          const unlocking = gate.unlock(password);
          unlocking.subscribe((result) => {
            // A wrong password is cleared; a password that did not reach the box stays in the field.
            if (result._tag === 'Left' && result.left._tag === 'Rejected') setPassword('');
          });
          return unlocking;
        });
      }}
    >
      <GatePasswordField label={t('password')} value={password} onValue={setPassword} focus error={failed} />
      <Button
        variant="primary"
        size="lg"
        fullWidth
        type="submit"
        busy={state.at === 'running'}
        disabled={password === ''}
      >
        {t('unlock')}
      </Button>
    </GateForm>
  );
};

/** Countdown of the ten-minute lock (SAFE-09). */
const GateLocked = ({ area, until }: { readonly area: ProtectedArea; readonly until: number }) => {
  const t = useGateText();
  const clock = useService(ClockToken);
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(clock.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [clock]);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <GateForm area={area} title={t('locked')} text={t('lockedText')} onSubmit={() => undefined}>
      <output className={styles.countdown} aria-label={t('timeLeft')}>
        {time}
      </output>
    </GateForm>
  );
};
