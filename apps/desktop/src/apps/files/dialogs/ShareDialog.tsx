import { checkPhoneBound, checkShareCode, checkShareDays, SHARE } from '@boxwood/box-sdk/rules';
import type { FileEntry, SharedLink } from '@boxwood/domain';
import { newShareCode } from '@boxwood/domain';
import { Button, ConfirmDialog, Dialog, IconButton, IconRefresh, NumberField, TextField } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { dateTime } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { LauncherToken, ProfileToken, SessionToken, SharesToken } from '../../../composition/tokens.ts';
import { useIssueText } from '../../../file-kit/texts.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { afterFocusReturn } from '../../../react/after-focus-return.ts';
import { useService } from '../../../react/scope.tsx';
import { useLoad } from '../../../react/use-load.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

interface ShareDialogProps {
  readonly entries: readonly FileEntry[];
  readonly folder: string;
  readonly onClose: () => void;
}

/** Shares entries by link; offline, and without a bound phone, it says why not (SHARE-06, G-07). */
export const ShareDialog = (props: ShareDialogProps) => {
  const t = useText(dialogWords);
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
  const t = useText(dialogWords);
  const c = useText(common);
  const issue = useIssueText();
  const launcher = useService(LauncherToken);
  const profile = useService(ProfileToken);
  const [me, again] = useLoad(useCallback(() => profile.me(), [profile]));
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

const SHARE_WIDTH = 520;

/** Days, code, the link and its copy (DIALOG-13, DIALOG-14); a change of days or code empties the link (STATE-15, SHARE-21). */
const LinkForm = ({ entries, folder, onClose }: ShareDialogProps) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const issue = useIssueText();
  const failureText = useFailureText();
  const shares = useService(SharesToken);
  const launcher = useService(LauncherToken);
  const { state, run, reset } = useAction();
  const [days, setDays] = useState<number | null>(SHARE.daysDefault);
  const [code, setCode] = useState<string>(SHARE.noCode);
  const [link, setLink] = useState<SharedLink | null>(null);
  const wrongDays = checkShareDays(days);
  const wrongCode = checkShareCode(code);
  const wrong = wrongDays.ok ? wrongCode : wrongDays;
  const [first] = entries;
  const changed = (): void => {
    setLink(null);
    reset();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('share')}
      description={t('shareText')}
      width={SHARE_WIDTH}
      closeLabel={c('close')}
      onSubmit={() => {
        if (!wrong.ok || link !== null) return;
        run(() => shares.link({ path: folder, names: entries.map(({ name }) => name), days, code }), setLink);
      }}
      footer={
        <>
          <Button
            variant="link"
            onClick={() => {
              onClose();
              afterFocusReturn(() => launcher.open('shares'));
            }}
          >
            {t('ownShares')}
          </Button>
          <Button onClick={onClose}>{c('close')}</Button>
          <Button
            variant="primary"
            type="submit"
            busy={state.at === 'running'}
            disabledReason={link === null ? (wrong.ok ? undefined : issue(wrong)) : t('generated')}
          >
            {t('generate')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          label={t('sharePath')}
          value={shownName(entries.length === 1 && first !== undefined ? first.path : folder)}
          hint={entries.length > 1 ? t('shareItems', { count: entries.length }) : undefined}
          readOnly
        />
        <div className={styles.nameRow}>
          <NumberField
            className={styles.suffix ?? ''}
            label={t('days')}
            value={days}
            required
            decreaseLabel={t('less')}
            increaseLabel={t('more')}
            error={wrongDays.ok ? undefined : issue(wrongDays)}
            format={{ useGrouping: false }}
            onValueChange={(next) => {
              if (next !== days) changed();
              setDays(next);
            }}
          />
          <TextField
            className={styles.grow ?? ''}
            label={t('code')}
            value={code}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint={t('codeHint', { code: SHARE.noCode })}
            error={wrongCode.ok ? undefined : issue(wrongCode)}
            tools={
              <IconButton
                size="sm"
                label={t('newCode')}
                icon={<IconRefresh />}
                onClick={() => {
                  changed();
                  setCode(newShareCode((numbers) => crypto.getRandomValues(numbers)));
                }}
              />
            }
            onValueChange={(next) => {
              changed();
              setCode(next);
            }}
          />
        </div>
        <CopyField
          key={link?.address}
          label={t('link')}
          value={link?.address ?? ''}
          hint={link === null ? undefined : t('linkUntil', { time: dateTime(link.ends) })}
        />
        {link === null || link.encrypted ? null : <p className={styles.note}>{t('linkPlain')}</p>}
        {state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText({ _tag: 'Rejected', word: 'share.linkFailed' }).text}: {failureText(state.failure).text}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
};

/** Text to be taken along; nothing can be copied while there is none. */
const CopyField = ({
  label,
  value,
  hint,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint: string | undefined;
}) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className={styles.copyRow}>
      <TextField
        className={styles.grow ?? ''}
        label={label}
        value={value}
        placeholder={t('linkEmpty')}
        readOnly
        hint={hint}
        error={copied === false ? t('copyRefused') : undefined}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
      />
      <Button
        className={styles.copy ?? ''}
        aria-label={copied === true ? c('copied') : t('copyLink', { link: label })}
        disabledReason={value === '' ? t('linkEmpty') : undefined}
        onClick={() => {
          void copyText(value).then(setCopied);
        }}
      >
        {copied === true ? c('copied') : c('copy')}
      </Button>
    </div>
  );
};
