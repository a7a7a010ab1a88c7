import { checkPhoneBound, checkShareCode, checkShareDays, SHARE_LIMITS } from '@boxwood/box-sdk/rules';
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
import { dateTime } from '../../app/format-units.ts';
import { LoadedContent } from '../../app/window-states/LoadState.tsx';
import { commonMessages } from '../../app/messages.ts';
import { useIsPhone } from '../../app/use-is-phone.ts';
import { useProfile } from '../../app/profile-service.ts';
import { LauncherToken, SessionToken } from '../../../composition/service-tokens.ts';
import { useIssueText } from '../use-issue-text.ts';
import { useDisplayPath } from '../use-display-path.ts';
import { canShareLink, shareLink } from '../../../platform/system-share.ts';
import { afterFocusReturn } from '../../../platform/react/after-focus-return.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { LinkField } from './LinkField.tsx';
import { shareMessages } from './messages.ts';
import styles from './share.module.css';
import { useShares } from './shares-service.ts';
import { useCopyLink } from './use-copy-link.ts';
import { useUnusedLinkNotice } from './use-unused-link-notice.ts';

interface ShareDialogProps {
  readonly entries: readonly Pick<FileEntry, 'name' | 'path'>[];
  readonly folder: string;
  readonly onClose: () => void;
}

/** Shares entries by link. Offline, or without a bound phone number, it explains why it cannot (SHARE-06, G-07). */
export const ShareDialog = (props: ShareDialogProps) => {
  const t = useText(shareMessages);
  const c = useText(commonMessages);
  const offline = useStream(useService(SessionToken).lanMode$);
  if (!offline) return <RequireBoundPhone {...props} />;
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

const RequireBoundPhone = (props: ShareDialogProps) => {
  const { onClose } = props;
  const t = useText(shareMessages);
  const c = useText(commonMessages);
  const issue = useIssueText();
  const launcher = useService(LauncherToken);
  const profile = useProfile();
  const [me, reload] = useQuery(useCallback(() => profile.me(), [profile]));
  if (me.at !== 'ready')
    return (
      <Dialog open onClose={onClose} title={t('share')} width={SHARE_WIDTH} closeLabel={c('close')}>
        <LoadedContent request={me} reload={reload}>
          {() => null}
        </LoadedContent>
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
const TYPING_DEBOUNCE_MS = 800;

/** The options of a share link. */
interface LinkTerms {
  readonly days: number | null;
  readonly code: string;
}

/** A created link with the terms it was created with. */
interface CreatedLink {
  readonly terms: LinkTerms;
  readonly link: SharedLink;
}

/**
 * Creates a link at once, then lets the user change days and code (DIALOG-13, DIALOG-14). A change clears the link
 * (STATE-15, SHARE-21); the next link replaces the one this dialog created, so that no unwanted link stays active.
 */
const LinkForm = ({ entries, folder, onClose: close }: ShareDialogProps) => {
  const t = useText(shareMessages);
  const c = useText(commonMessages);
  const issue = useIssueText();
  const failureText = useFailureText();
  const shares = useShares();
  const launcher = useService(LauncherToken);
  const { state, run, reset } = useAction();
  const [terms, setTerms] = useState<LinkTerms>({ days: SHARE_LIMITS.daysDefault, code: SHARE_LIMITS.noCode });
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const phone = useIsPhone();
  const [canSend] = useState(() => phone && canShareLink());
  const names = useMemo(() => entries.map(({ name }) => name), [entries]);
  const { onLinkRequested, onLinkUsed, onDialogClose } = useUnusedLinkNotice(names);
  const { copied, refused, copy, clearRefused } = useCopyLink(onLinkUsed);
  const onClose = (): void => {
    onDialogClose();
    close();
  };
  const { days, code } = terms;
  const link = created?.terms === terms ? created.link : null;
  const wrongDays = checkShareDays(days);
  const wrongCode = checkShareCode(code);
  const wrong = wrongDays.ok ? wrongCode : wrongDays;
  const change = (next: Partial<LinkTerms>): void => {
    setTerms({ ...terms, ...next });
    clearRefused();
    reset();
  };
  const generate = useCallback(() => {
    const before = created?.link.isNew === true ? created.link.id : undefined;
    run(
      () => {
        const request = shares.link({ path: folder, names, ...terms }, before);
        onLinkRequested(request);
        return request;
      },
      (created) => setCreated({ terms, link: created }),
    );
  }, [names, folder, created, onLinkRequested, run, shares, terms]);
  const isDue = wrong.ok && link === null && state.at === 'idle';
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(generate, created === null ? 0 : TYPING_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isDue, generate, created]);
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
          {canSend ? (
            <Button
              icon={<IconSend size={16} />}
              disabledReason={link === null ? t('linkEmpty') : undefined}
              onClick={() => {
                if (link === null) return;
                void shareLink(link.address).then((wasShared) => {
                  if (wasShared) onLinkUsed();
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
      <div className={styles.fields} onCopy={onLinkUsed}>
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
                what: failureText({ _tag: 'Rejected', messageKey: 'share.linkFailed' }).text,
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
  const t = useText(shareMessages);
  const formatPath = useDisplayPath();
  const [first] = entries;
  const path = entries.length === 1 && first !== undefined ? first.path : folder;
  return (
    <TextField
      label={t('shareWhat')}
      value={formatPath(path)}
      hint={entries.length > 1 ? t('shareItems', { count: entries.length }) : undefined}
      readOnly
    />
  );
};

interface TermsFieldsProps {
  readonly terms: LinkTerms;
  readonly change: (next: Partial<LinkTerms>) => void;
}

/** Validity in days and an optional code. `0000` on the wire means no code. */
const TermsFields = ({ terms: { days, code }, change }: TermsFieldsProps) => {
  const t = useText(shareMessages);
  const issue = useIssueText();
  const wrongDays = checkShareDays(days);
  const wrongCode = checkShareCode(code);
  const [requiresCode, setRequiresCode] = useState(false);
  const generateCode = (): string => newShareCode((numbers) => crypto.getRandomValues(numbers));
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
          checked={requiresCode}
          onCheckedChange={(on) => {
            setRequiresCode(on);
            change({ code: on ? generateCode() : SHARE_LIMITS.noCode });
          }}
        />
      </div>
      {requiresCode ? (
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
              onClick={() => change({ code: generateCode() })}
            />
          }
          onValueChange={(next) => change({ code: next })}
        />
      ) : null}
    </div>
  );
};
