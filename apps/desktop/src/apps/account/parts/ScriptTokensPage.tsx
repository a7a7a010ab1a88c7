import { userRoot } from '@boxwood/box-sdk/rules';
import type { ScriptTokenInfo } from '@boxwood/domain';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  IconButton,
  IconTrash,
  Page,
  Section,
  Select,
  TextField,
} from '@boxwood/ui';
import { useCallback, useRef, useState } from 'react';
import { tap } from 'rxjs';
import { dateTime } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { SessionToken } from '../../../composition/service-tokens.ts';
import { PickerDialog } from '../../../kit/files/picker/PickerDialog.tsx';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from '../account.module.css';
import { messages } from '../messages.ts';
import { ScriptTokensToken } from '../services.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

const VALIDITY_DAYS = ['7', '30', '90', '365', '3660'] as const;
type ValidityDays = (typeof VALIDITY_DAYS)[number];
const ACCESS_MODES = ['read', 'write'] as const;

const CreateTokenDialog = ({
  onCreated,
  onClose,
}: {
  readonly onCreated: (token: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const formatPath = useDisplayPath();
  const tokens = useService(ScriptTokensToken);
  const stage = useStream(useService(SessionToken).stage$);
  const [name, setName] = useState('');
  const [path, setPath] = useState(stage.at === 'in' ? userRoot(stage.username) : '');
  const [access, setAccess] = useState<(typeof ACCESS_MODES)[number]>('read');
  const [days, setDays] = useState<ValidityDays>('90');
  const createdToken = useRef('');
  const [isPickerOpen, setPickerOpen] = useState(false);
  const isValid = name.trim() !== '' && name.length <= 255;
  return (
    <>
      <ChangeDialog
        title={t('tokenNew')}
        description={t('tokenNewText')}
        confirmLabel={t('tokenMake')}
        input={[name, path, access, days]}
        isValid={isValid}
        save={() =>
          tokens.make({ name: name.trim(), writes: access === 'write', path, days: Number(days) }).pipe(
            tap((result) => {
              if (result._tag === 'Right') createdToken.current = result.right;
            }),
          )
        }
        onDone={() => {
          onCreated(createdToken.current);
        }}
        onClose={onClose}
      >
        {({ isSubmitted }) => (
          <>
            <TextField
              label={t('tokenName')}
              value={name}
              required
              autoFocus
              error={isSubmitted && !isValid ? t('tokenNameIssue') : null}
              onValueChange={setName}
            />
            <div className={styles.pick}>
              <TextField label={t('tokenFolder')} value={formatPath(path)} readOnly />
              <Button
                onClick={() => {
                  setPickerOpen(true);
                }}
              >
                {t('tokenChoose')}
              </Button>
            </div>
            <Select
              label={t('tokenMay')}
              value={access}
              options={ACCESS_MODES.map((value) => ({
                value,
                label: t(value === 'read' ? 'tokenReads' : 'tokenWrites'),
              }))}
              onValueChange={setAccess}
            />
            <Select
              label={t('tokenDays')}
              value={days}
              options={VALIDITY_DAYS.map((value) => ({ value, label: t('tokenDaysOf', { n: Number(value) }) }))}
              onValueChange={setDays}
            />
          </>
        )}
      </ChangeDialog>
      {isPickerOpen ? (
        <PickerDialog
          kind="own"
          title={t('tokenFolder')}
          onPick={setPath}
          onClose={() => {
            setPickerOpen(false);
          }}
        />
      ) : null}
    </>
  );
};

/** A new token. It is shown only while this page is open. */
const CreatedToken = ({ token }: { readonly token: string }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const [copied, setCopied] = useState(false);
  return (
    <Card>
      <div className={styles.invite}>
        <code className={styles.token}>{token}</code>
        <Button
          onClick={() => {
            void copyText(token).then(setCopied);
          }}
        >
          {copied ? c('copied') : c('copy')}
        </Button>
      </div>
      <p className={styles.hint} role="status">
        {t('tokenOnce')}
      </p>
    </Card>
  );
};

const ScriptTokenRow = ({ token, onEnd }: { readonly token: ScriptTokenInfo; readonly onEnd: () => void }) => {
  const t = useText(messages);
  const formatPath = useDisplayPath();
  return (
    <li className={styles.person}>
      <div className={styles.personWords}>
        <span className={styles.personName}>
          {safeDisplayName(token.name)}
          <Badge tone={token.ended ? 'neutral' : 'info'}>
            {t(token.ended ? 'tokenEnded' : token.writes ? 'tokenWrites' : 'tokenReads')}
          </Badge>
        </span>
        <span className={styles.hint}>
          {formatPath(token.path)} · {t('tokenUntil', { time: dateTime(token.until) })} ·{' '}
          {token.used === null ? t('tokenNever') : t('tokenUsed', { time: dateTime(token.used) })}
        </span>
      </div>
      {token.ended ? null : (
        <IconButton label={t('tokenEnd', { name: safeDisplayName(token.name) })} icon={<IconTrash />} onClick={onEnd} />
      )}
    </li>
  );
};

/** Page 3: tokens for scripts. Each can read or write one folder until its expiry date. */
export const ScriptTokensPage = () => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const tokens = useService(ScriptTokensToken);
  const [list, reload] = useQuery(useCallback(() => tokens.list(), [tokens]));
  const [isCreateOpen, setCreateOpen] = useState(false);
  const [createdToken, setCreatedToken] = useState<string | null>(null);
  const [tokenToEnd, setTokenToEnd] = useState<ScriptTokenInfo | null>(null);
  const action = useAction();
  return (
    <Page label={t('scripts')}>
      <Section title={t('scripts')} text={t('scriptsText')}>
        <div className={styles.form}>
          <div>
            <Button
              onClick={() => {
                setCreateOpen(true);
              }}
            >
              {t('tokenNew')}
            </Button>
          </div>
          {createdToken === null ? null : <CreatedToken key={createdToken} token={createdToken} />}
          <Card>
            <LoadedContent request={list} reload={reload}>
              {(all) =>
                all.length === 0 ? (
                  <p className={styles.hint}>{t('tokenNone')}</p>
                ) : (
                  <ul className={styles.people}>
                    {all.map((token) => (
                      <ScriptTokenRow
                        key={token.id}
                        token={token}
                        onEnd={() => {
                          setTokenToEnd(token);
                        }}
                      />
                    ))}
                  </ul>
                )
              }
            </LoadedContent>
          </Card>
        </div>
        {action.state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(action.state.failure).text}
          </p>
        ) : null}
      </Section>
      {isCreateOpen ? (
        <CreateTokenDialog
          onCreated={(token) => {
            setCreateOpen(false);
            setCreatedToken(token);
            reload();
          }}
          onClose={() => {
            setCreateOpen(false);
          }}
        />
      ) : null}
      {tokenToEnd === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('tokenEndTitle', { name: safeDisplayName(tokenToEnd.name) })}
          message={t('tokenEndText')}
          closeLabel={c('close')}
          confirmLabel={t('tokenEndConfirm')}
          cancelLabel={c('cancel')}
          onConfirm={() => {
            const { id } = tokenToEnd;
            setTokenToEnd(null);
            action.run(() => tokens.end(id), reload);
          }}
          onClose={() => {
            setTokenToEnd(null);
          }}
        />
      )}
    </Page>
  );
};
