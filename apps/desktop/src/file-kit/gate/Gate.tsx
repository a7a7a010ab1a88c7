import type { Failure, GatedArea, Outcome, SafeGate } from '@boxwood/domain';
import { Button, Checkbox, ErrorState, IconLock, IconShieldCheck, mayTakeFocus, PasswordField } from '@boxwood/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { ClockToken, SafeGatesToken } from '../../composition/tokens.ts';
import { useAgain } from '../../react/use-again.ts';
import { useAction } from '../../react/use-outcome.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './gate.module.css';
import { gateWords } from './messages.ts';

const useGateWords = () => useText(gateWords);

/**
 * Shows its children only after the box has accepted the password of the safe or the private files (DIALOG-26, SAFE-01,
 * SAFE-02).
 */
export const Gate = ({ area, children }: { readonly area: GatedArea; readonly children: ReactNode }) => {
  const gate = useService(SafeGatesToken)[area];
  const state = useStream(gate.state$);
  useEffect(() => {
    gate.check();
  }, [gate]);
  switch (state.at) {
    case 'open':
      return children;
    case 'unknown':
      return state.failure === null ? <WindowSkeleton /> : <Unreached gate={gate} failure={state.failure} />;
    case 'asking':
      return <WindowSkeleton />;
    case 'unset':
      return <SetUp gate={gate} />;
    case 'locked':
      return <Locked area={area} until={state.until} />;
    case 'closed':
      return <Unlock gate={gate} left={state.left} />;
  }
};

const Unreached = ({ gate, failure }: { readonly gate: SafeGate; readonly failure: Failure }) => {
  const t = useGateWords();
  const c = useText(common);
  const failureText = useFailureText();
  useAgain(failure, () => {
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

const Frame = ({
  area,
  title,
  text,
  onSubmit,
  children,
}: {
  readonly area: GatedArea;
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

const Password = ({
  label,
  value,
  onValue,
  fresh = false,
  focus = false,
  error,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly fresh?: boolean;
  readonly focus?: boolean;
  readonly error?: string | undefined;
  readonly hint?: string;
}) => {
  const c = useText(common);
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
      autoComplete={fresh ? 'new-password' : 'off'}
      showLabel={c('showPassword')}
      hideLabelText={c('hidePassword')}
      error={error}
      hint={hint}
      onValueChange={onValue}
    />
  );
};

const SetUp = ({ gate }: { readonly gate: SafeGate }) => {
  const t = useGateWords();
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [agreed, setAgreed] = useState(false);
  const failed = state.at === 'failed' ? failureText(state.failure).text : undefined;
  return (
    <Frame
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
      <Password label={t('newPassword')} hint={t('rule')} value={password} onValue={setPassword} fresh focus />
      <Password label={t('repeat')} value={repeat} onValue={setRepeat} fresh error={failed} />
      <Checkbox label={t('agree')} hint={t('agreeHint')} checked={agreed} onCheckedChange={setAgreed} />
      <Button variant="primary" size="lg" fullWidth type="submit" busy={state.at === 'running'}>
        {t('set')}
      </Button>
    </Frame>
  );
};

const Unlock = ({ gate, left }: { readonly gate: SafeGate; readonly left: number | null }) => {
  const t = useGateWords();
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  const failed =
    state.at === 'failed'
      ? left === null
        ? failureText(state.failure).text
        : t('wrongLeft', { count: left })
      : undefined;
  return (
    <Frame
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
      <Password label={t('password')} value={password} onValue={setPassword} focus error={failed} />
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
    </Frame>
  );
};

/** Countdown of the ten-minute lock (SAFE-09). */
const Locked = ({ area, until }: { readonly area: GatedArea; readonly until: number }) => {
  const t = useGateWords();
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
    <Frame area={area} title={t('locked')} text={t('lockedText')} onSubmit={() => undefined}>
      <output className={styles.countdown} aria-label={t('timeLeft')}>
        {time}
      </output>
    </Frame>
  );
};
