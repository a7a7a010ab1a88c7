import { userRoot } from '@boxwood/box-sdk/rules';
import type { TokenOfScript } from '@boxwood/domain';
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
import { dateTime } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { SessionToken } from '../../../composition/tokens.ts';
import { PickerDialog } from '../../../file-kit/picker/PickerDialog.tsx';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from '../account.module.css';
import { messages } from '../messages.ts';
import { ScriptTokensToken } from '../services.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

const DAYS = ['7', '30', '90', '365', '3660'] as const;
type Days = (typeof DAYS)[number];
const VERBS = ['read', 'write'] as const;

const MakeDialog = ({
  onMade,
  onClose,
}: {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const inWords = usePathInWords();
  const tokens = useService(ScriptTokensToken);
  const stage = useStream(useService(SessionToken).stage$);
  const [name, setName] = useState('');
  const [path, setPath] = useState(stage.at === 'in' ? userRoot(stage.username) : '');
  const [verb, setVerb] = useState<(typeof VERBS)[number]>('read');
  const [days, setDays] = useState<Days>('90');
  const made = useRef('');
  const [picking, setPicking] = useState(false);
  const good = name.trim() !== '' && name.length <= 255;
  return (
    <>
      <ChangeDialog
        title={t('tokenNew')}
        description={t('tokenNewText')}
        confirm={t('tokenMake')}
        typed={[name, path, verb, days]}
        valid={good}
        act={() =>
          tokens.make({ name: name.trim(), writes: verb === 'write', path, days: Number(days) }).pipe(
            tap((result) => {
              if (result._tag === 'Right') made.current = result.right;
            }),
          )
        }
        onDone={() => {
          onMade(made.current);
        }}
        onClose={onClose}
      >
        {({ asked }) => (
          <>
            <TextField
              label={t('tokenName')}
              value={name}
              required
              autoFocus
              error={asked && !good ? t('tokenNameIssue') : null}
              onValueChange={setName}
            />
            <div className={styles.pick}>
              <TextField label={t('tokenFolder')} value={inWords(path)} readOnly />
              <Button
                onClick={() => {
                  setPicking(true);
                }}
              >
                {t('tokenChoose')}
              </Button>
            </div>
            <Select
              label={t('tokenMay')}
              value={verb}
              options={VERBS.map((value) => ({ value, label: t(value === 'read' ? 'tokenReads' : 'tokenWrites') }))}
              onValueChange={setVerb}
            />
            <Select
              label={t('tokenDays')}
              value={days}
              options={DAYS.map((value) => ({ value, label: t('tokenDaysOf', { n: Number(value) }) }))}
              onValueChange={setDays}
            />
          </>
        )}
      </ChangeDialog>
      {picking ? (
        <PickerDialog
          kind="own"
          title={t('tokenFolder')}
          onPick={setPath}
          onClose={() => {
            setPicking(false);
          }}
        />
      ) : null}
    </>
  );
};

/** A new token. It is shown only while this page is open. */
const Made = ({ token }: { readonly token: string }) => {
  const t = useText(messages);
  const c = useText(common);
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

const Row = ({ token, onEnd }: { readonly token: TokenOfScript; readonly onEnd: () => void }) => {
  const t = useText(messages);
  const inWords = usePathInWords();
  return (
    <li className={styles.person}>
      <div className={styles.personWords}>
        <span className={styles.personName}>
          {shownName(token.name)}
          <Badge tone={token.ended ? 'neutral' : 'info'}>
            {t(token.ended ? 'tokenEnded' : token.writes ? 'tokenWrites' : 'tokenReads')}
          </Badge>
        </span>
        <span className={styles.hint}>
          {inWords(token.path)} · {t('tokenUntil', { time: dateTime(token.until) })} ·{' '}
          {token.used === null ? t('tokenNever') : t('tokenUsed', { time: dateTime(token.used) })}
        </span>
      </div>
      {token.ended ? null : (
        <IconButton label={t('tokenEnd', { name: shownName(token.name) })} icon={<IconTrash />} onClick={onEnd} />
      )}
    </li>
  );
};

/** Page 3: tokens for scripts. Each can read or write one folder until its expiry date. */
export const Scripts = () => {
  const t = useText(messages);
  const c = useText(common);
  const failureText = useFailureText();
  const tokens = useService(ScriptTokensToken);
  const [list, reload] = useQuery(useCallback(() => tokens.list(), [tokens]));
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<TokenOfScript | null>(null);
  const action = useAction();
  return (
    <Page label={t('scripts')}>
      <Section title={t('scripts')} text={t('scriptsText')}>
        <div className={styles.form}>
          <div>
            <Button
              onClick={() => {
                setMaking(true);
              }}
            >
              {t('tokenNew')}
            </Button>
          </div>
          {made === null ? null : <Made key={made} token={made} />}
          <Card>
            <Shown of={list} reload={reload}>
              {(all) =>
                all.length === 0 ? (
                  <p className={styles.hint}>{t('tokenNone')}</p>
                ) : (
                  <ul className={styles.people}>
                    {all.map((token) => (
                      <Row
                        key={token.id}
                        token={token}
                        onEnd={() => {
                          setEnding(token);
                        }}
                      />
                    ))}
                  </ul>
                )
              }
            </Shown>
          </Card>
        </div>
        {action.state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(action.state.failure).text}
          </p>
        ) : null}
      </Section>
      {making ? (
        <MakeDialog
          onMade={(token) => {
            setMaking(false);
            setMade(token);
            reload();
          }}
          onClose={() => {
            setMaking(false);
          }}
        />
      ) : null}
      {ending === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('tokenEndTitle', { name: shownName(ending.name) })}
          message={t('tokenEndText')}
          closeLabel={c('close')}
          confirmLabel={t('tokenEndConfirm')}
          cancelLabel={c('cancel')}
          onConfirm={() => {
            const { id } = ending;
            setEnding(null);
            action.run(() => tokens.end(id), reload);
          }}
          onClose={() => {
            setEnding(null);
          }}
        />
      )}
    </Page>
  );
};
