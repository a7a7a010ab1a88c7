import {
  checkMount,
  checkMountAddress,
  checkMountName,
  checkMountPort,
  checkMountRemark,
  checkWebdavPath,
  usualPort,
} from '@boxwood/box-sdk/rules';
import type { Verdict } from '@boxwood/command-bus/rules';
import type { NetStorage, NetStorageDraft } from '@boxwood/domain';
import { PasswordField, Select, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { FormDialog } from '../../file-kit/FormDialog.tsx';
import { useIssueText } from '../../file-kit/texts.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './network-storage.module.css';
import { NetworkStorageToken } from './services.ts';
import { type Kind, kindOf, KINDS, whyOf } from './why.ts';

/** The form values; the port is text. */
interface Typed {
  readonly kind: Kind;
  readonly protocol: 'http' | 'https';
  readonly addr: string;
  readonly port: string;
  readonly path: string;
  readonly mntpoint: string;
  readonly user: string;
  readonly password: string;
  readonly mntdir: string;
  readonly remark: string;
}

const typedOf = (storage: NetStorage | null): Typed => {
  if (storage === null)
    return {
      kind: 'smb',
      protocol: 'https',
      addr: '',
      port: String(usualPort('smb')),
      path: '/',
      mntpoint: '',
      user: '',
      password: '',
      mntdir: '',
      remark: '',
    };
  const { addr, port, path = '/', mntpoint, user, mntdir, remark, protocol } = storage;
  return {
    kind: kindOf(storage),
    protocol: protocol === 'http' ? 'http' : 'https',
    addr,
    port: String(port),
    path,
    mntpoint,
    user,
    password: '',
    mntdir,
    remark,
  };
};

const draftOf = ({ path, protocol, port, ...typed }: Typed): NetStorageDraft => ({
  ...typed,
  port: Number(port),
  ...(typed.kind === 'webdav' ? { path, protocol } : {}),
});

/** Scrolls the error below the last field into view, because the form can be higher than the window. */
const bringToSight = (said: HTMLElement | null): void => {
  said?.scrollIntoView({ block: 'nearest' });
};

/** Edits a network storage: address, credentials and local name (P-12). The box tests the connection on save. */
export const MountDialog = ({
  storage,
  onDone,
  onClose,
}: {
  /** Null for a new storage. */
  readonly storage: NetStorage | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const network = useService(NetworkStorageToken);
  const failureText = useFailureText();
  const issue = useIssueText();
  /** The issue of a field, or null. Empty required fields are reported by the submit button. */
  const wrong = (text: string, check: (text: string) => Verdict): string | null => {
    const verdict = check(text);
    return text === '' || verdict.ok ? null : issue(verdict);
  };
  const { state, run } = useAction();
  const [typed, setTyped] = useState(() => typedOf(storage));
  const change = (more: Partial<Typed>): void => {
    setTyped({ ...typed, ...more });
  };
  const { kind } = typed;
  const why = state.at === 'failed' ? whyOf(state.failure) : null;
  return (
    <FormDialog
      title={storage === null ? t('addTitle') : t('editTitle', { name: shownName(storage.mntdir) })}
      description={t('addWhy')}
      width={520}
      confirm={t('test')}
      // The window exists only on models that can mount network storage.
      verdict={checkMount(typed, 'G2')}
      busy={state.at === 'running'}
      typed={typed}
      onSubmit={() => {
        run(() => network.saveNetStorage(storage?.id ?? null, draftOf(typed)), onDone);
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Select
          label={t('kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(value) }))}
          onValueChange={(next) => {
            change({ kind: next, port: String(usualPort(next, typed.protocol)) });
          }}
        />
        {kind === 'webdav' ? (
          <Select
            label={t('protocol')}
            value={typed.protocol}
            options={(['https', 'http'] as const).map((value) => ({ value, label: t(value) }))}
            onValueChange={(protocol) => {
              change({ protocol, port: String(usualPort('webdav', protocol)) });
            }}
          />
        ) : null}
        <div className={styles.pair}>
          <TextField
            label={t('addr')}
            value={typed.addr}
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
            error={wrong(typed.addr, checkMountAddress)}
            onValueChange={(addr) => {
              change({ addr: addr.trim() });
            }}
          />
          <TextField
            label={t('port')}
            value={typed.port}
            required
            inputMode="numeric"
            error={wrong(typed.port, checkMountPort)}
            onValueChange={(port) => {
              change({ port: port.trim() });
            }}
          />
        </div>
        {kind === 'webdav' ? (
          <TextField
            label={t('path')}
            value={typed.path}
            required
            spellCheck={false}
            error={wrong(typed.path, checkWebdavPath)}
            onValueChange={(path) => {
              change({ path });
            }}
          />
        ) : null}
        <TextField
          label={t(`share_${kind}`)}
          value={typed.mntpoint}
          spellCheck={false}
          hint={t('whole')}
          onValueChange={(mntpoint) => {
            change({ mntpoint });
          }}
        />
        {kind === 'nfs' ? null : (
          <>
            <TextField
              label={t('user')}
              value={typed.user}
              autoComplete="off"
              spellCheck={false}
              onValueChange={(user) => {
                change({ user });
              }}
            />
            <PasswordField
              label={t('password')}
              value={typed.password}
              autoComplete="new-password"
              hint={storage === null ? undefined : t('keepPassword')}
              showLabel={c('showPassword')}
              hideLabelText={c('hidePassword')}
              onValueChange={(password) => {
                change({ password });
              }}
            />
          </>
        )}
        <TextField
          label={t('name')}
          value={typed.mntdir}
          required
          autoComplete="off"
          error={wrong(typed.mntdir, checkMountName)}
          onValueChange={(mntdir) => {
            change({ mntdir });
          }}
        />
        <TextField
          label={t('remark')}
          value={typed.remark}
          error={wrong(typed.remark, checkMountRemark)}
          onValueChange={(remark) => {
            change({ remark });
          }}
        />
        {state.at === 'failed' ? (
          <p ref={bringToSight} role="alert" className={styles.wrong}>
            {why === null
              ? failureText(state.failure).text
              : 'word' in why
                ? t(why.word)
                : t('said', { info: shownName(why.info) })}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
};
