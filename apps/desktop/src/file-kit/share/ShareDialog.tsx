import { checkPhoneBound, checkShareCode, checkShareDays, SHARE } from '@boxwood/box-sdk/rules';
import type { FileEntry, SharedLink } from '@boxwood/domain';
import { newShareCode } from '@boxwood/domain';
import {
  Button,
  ConfirmDialog,
  Dialog,
  IconButton,
  IconRefresh,
  IconSend,
  NumberField,
  Switch,
  TextField,
} from '@boxwood/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { dateTime } from '../../app-kit/format.ts';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { usePhone } from '../../app-kit/use-phone.ts';
import { useProfile } from '../../app-kit/profile-service.ts';
import { LauncherToken, SessionToken } from '../../composition/tokens.ts';
import { useIssueText } from '../texts.ts';
import { usePathInWords } from '../use-path-in-words.ts';
import { canSendLink, sendLink } from '../../platform/send.ts';
import { afterFocusReturn } from '../../react/after-focus-return.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useAction } from '../../react/use-outcome.ts';
import { useStream } from '../../react/use-stream.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { LinkField } from './LinkField.tsx';
import { shareWords } from './messages.ts';
import styles from './share.module.css';
import { useShares } from './shares-service.ts';
import { useCopyLink } from './use-copy-link.ts';
import { useLeftLink } from './use-left-link.ts';

interface ShareDialogProps {
  readonly entries: readonly Pick<FileEntry, 'name' | 'path'>[];
  readonly folder: string;
  readonly onClose: () => void;
}

/** Shares entries by link. Offline, or without a bound phone number, it explains why it cannot (SHARE-06, G-07). */
export const ShareDialog = (props: ShareDialogProps) => {
  const t = useText(shareWords);
  const c = useText(common);
  const offline = useStream(useService(SessionToken).lanMode$);
  if (!offline) return <PhoneGate {...props} />;
  return (
    <ConfirmDialog
      open
      title={c('offlineTitle')}
      message={c('offlineText', { name: t('share') })}
      confirmLabel={c('ok')}
      closeLabel={c('close')}
      onConfirm={props.onClose}
      onClose={props.onClose}
    />
  );
};

const PhoneGate = (props: ShareDialogProps) => {
  const { onClose } = props;
  const t = useText(shareWords);
  const c = useText(common);
  const issue = useIssueText();
  const launcher = useService(LauncherToken);
  const profile = useProfile();
  const [me, again] = useQuery(useCallback(() => profile.me(), [profile]));
  if (me.at !== 'ready')
    return (
      <Dialog open onClose={onClose} title={t('share')} width={SHARE_WIDTH} closeLabel={c('close')}>
        <Shown of={me} reload={again}>
          {() => null}
        </Shown>
      </Dialog>
    );
  const verdict = checkPhoneBound(me.value.mobile);
  if (verdict.ok) return <LinkForm {...props} />;
  return (
    <ConfirmDialog
      open
      title={t('noPhoneTitle')}
      message={issue(verdict)}
      confirmLabel={t('accountManagement')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      onConfirm={() => {
        onClose();
        afterFocusReturn(() => launcher.open('account'));
      }}
      onClose={onClose}
    />
  );
};

const SHARE_WIDTH = 560;
/** Debounce in ms after the last change of days or code. */
const QUIET_MS = 800;

/** The options of a share link. */
interface Terms {
  readonly days: number | null;
  readonly code: string;
}

/** A created link with the terms it was created with. */
interface Made {
  readonly terms: Terms;
  readonly link: SharedLink;
}

/**
 * Creates a link at once, then lets the user change days and code (DIALOG-13, DIALOG-14). A change clears the link
 * (STATE-15, SHARE-21); the next link replaces the one this dialog created, so that no unwanted link stays active.
 */
const LinkForm = ({ entries, folder, onClose: close }: ShareDialogProps) => {
  const t = useText(shareWords);
  const c = useText(common);
  const issue = useIssueText();
  const failureText = useFailureText();
  const shares = useShares();
  const launcher = useService(LauncherToken);
  const { state, run, reset } = useAction();
  const [terms, setTerms] = useState<Terms>({ days: SHARE.daysDefault, code: SHARE.noCode });
  const [made, setMade] = useState<Made | null>(null);
  const phone = usePhone();
  const [sends] = useState(() => phone && canSendLink());
  const names = useMemo(() => entries.map(({ name }) => name), [entries]);
  const { making, taken, leave } = useLeftLink(names);
  const { copied, refused, copy, forget } = useCopyLink(taken);
  const onClose = (): void => {
    leave();
    close();
  };
  const { days, code } = terms;
  const link = made?.terms === terms ? made.link : null;
  const wrongDays = checkShareDays(days);
  const wrongCode = checkShareCode(code);
  const wrong = wrongDays.ok ? wrongCode : wrongDays;
  const change = (next: Partial<Terms>): void => {
    setTerms({ ...terms, ...next });
    forget();
    reset();
  };
  const generate = useCallback(() => {
    const before = made?.link.fresh === true ? made.link.id : undefined;
    run(
      () => {
        const asked = shares.link({ path: folder, names, ...terms }, before);
        making(asked);
        return asked;
      },
      (made) => setMade({ terms, link: made }),
    );
  }, [names, folder, made, making, run, shares, terms]);
  const isDue = wrong.ok && link === null && state.at === 'idle';
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(generate, made === null ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [isDue, generate, made]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('share')}
      description={t('shareText')}
      width={SHARE_WIDTH}
      closeLabel={c('close')}
      onSubmit={() => {
        if (link !== null) copy(link.address);
        else if (wrong.ok) generate();
      }}
      footer={
        <>
          <Button
            variant="link"
            onClick={() => {
              close();
              afterFocusReturn(() => launcher.open('shares'));
            }}
          >
            {t('ownShares')}
          </Button>
          {sends ? (
            <Button
              icon={<IconSend size={16} />}
              disabledReason={link === null ? t('linkEmpty') : undefined}
              onClick={() => {
                if (link === null) return;
                void sendLink(link.address).then((sent) => {
                  if (sent) taken();
                });
              }}
            >
              {t('sendLink')}
            </Button>
          ) : (
            <Button onClick={onClose}>{c('close')}</Button>
          )}
          <Button
            variant="primary"
            type="submit"
            busy={state.at === 'running'}
            disabledReason={wrong.ok ? undefined : issue(wrong)}
          >
            {link === null ? t('generate') : copied === link.address ? c('copied') : t('copyLink')}
          </Button>
        </>
      }
    >
      <div className={styles.fields} onCopy={taken}>
        <SharedField entries={entries} folder={folder} />
        <LinkField
          link={link}
          placeholder={state.at === 'running' || isDue ? t('linkMaking') : t('linkEmpty')}
          hint={link === null ? undefined : t('linkUntil', { time: dateTime(link.ends) })}
          refused={refused}
        >
          {state.at === 'failed' ? (
            <p role="alert" className={styles.wrong}>
              {t('because', {
                what: failureText({ _tag: 'Rejected', word: 'share.linkFailed' }).text,
                why: failureText(state.failure).text,
              })}
            </p>
          ) : null}
        </LinkField>
        <TermsFields terms={terms} change={change} />
      </div>
    </Dialog>
  );
};

/** The shared path as text (the read-only path of DIALOG-13). */
const SharedField = ({ entries, folder }: Pick<ShareDialogProps, 'entries' | 'folder'>) => {
  const t = useText(shareWords);
  const inWords = usePathInWords();
  const [first] = entries;
  const path = entries.length === 1 && first !== undefined ? first.path : folder;
  return (
    <TextField
      label={t('shareWhat')}
      value={inWords(path)}
      hint={entries.length > 1 ? t('shareItems', { count: entries.length }) : undefined}
      readOnly
    />
  );
};

interface TermsFieldsProps {
  readonly terms: Terms;
  readonly change: (next: Partial<Terms>) => void;
}

/** Validity in days and an optional code. `0000` on the wire means no code. */
const TermsFields = ({ terms: { days, code }, change }: TermsFieldsProps) => {
  const t = useText(shareWords);
  const issue = useIssueText();
  const wrongDays = checkShareDays(days);
  const wrongCode = checkShareCode(code);
  const [asks, setAsks] = useState(false);
  const makeUp = (): string => newShareCode((numbers) => crypto.getRandomValues(numbers));
  return (
    <div className={styles.terms}>
      <NumberField
        className={styles.days ?? ''}
        label={t('days')}
        value={days}
        required
        decreaseLabel={t('less')}
        increaseLabel={t('more')}
        error={wrongDays.ok ? undefined : issue(wrongDays)}
        format={{ useGrouping: false }}
        onValueChange={(next) => {
          if (next !== days) change({ days: next });
        }}
      />
      <div className={styles.asks}>
        <Switch
          label={t('askCode')}
          checked={asks}
          onCheckedChange={(on) => {
            setAsks(on);
            change({ code: on ? makeUp() : SHARE.noCode });
          }}
        />
      </div>
      {asks ? (
        <TextField
          className={styles.code ?? ''}
          label={t('code')}
          value={code}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={wrongCode.ok ? undefined : issue(wrongCode)}
          tools={
            <IconButton
              size="sm"
              label={t('newCode')}
              icon={<IconRefresh />}
              onClick={() => change({ code: makeUp() })}
            />
          }
          onValueChange={(next) => change({ code: next })}
        />
      ) : null}
    </div>
  );
};
