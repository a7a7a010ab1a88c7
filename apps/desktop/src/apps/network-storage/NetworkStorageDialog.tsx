import {
  checkMount,
  checkMountAddress,
  checkMountName,
  checkMountPort,
  checkMountRemark,
  checkWebdavPath,
  defaultMountPort,
} from '@boxwood/box-sdk/rules';
import type { Verdict } from '@boxwood/command-bus/rules';
import type { NetStorage, NetStorageDraft } from '@boxwood/domain';
import { PasswordField, Select, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { FormDialog } from '../../kit/files/FormDialog.tsx';
import { useIssueText } from '../../kit/files/use-issue-text.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './network-storage.module.css';
import { NetworkStorageToken } from './services.ts';
import { type StorageKind, kindOf, STORAGE_KINDS, mountFailureReason } from './mount-failure.ts';

/** The form values; the port is text. */
interface NetworkStorageForm {
  readonly kind: StorageKind;
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

const formOf = (storage: NetStorage | null): NetworkStorageForm => {
  if (storage === null)
    return {
      kind: 'smb',
      protocol: 'https',
      addr: '',
      port: String(defaultMountPort('smb')),
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

/** What is sent: only fields of the chosen kind. Text that was typed under another kind stays in the form. */
const draftOf = ({ path, protocol, port, user, password, ...rest }: NetworkStorageForm): NetStorageDraft => ({
  ...rest,
  user: rest.kind === 'nfs' ? '' : user,
  password: rest.kind === 'nfs' ? '' : password,
  port: Number(port),
  ...(rest.kind === 'webdav' ? { path, protocol } : {}),
});

/** Scrolls the error below the last field into view, because the form can be higher than the window. */
const scrollMessageIntoView = (message: HTMLElement | null): void => {
  message?.scrollIntoView({ block: 'nearest' });
};

/** Edits a network storage: address, credentials and local name (P-12). The box tests the connection on save. */
export const NetworkStorageDialog = ({
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
  const c = useText(commonMessages);
  const network = useService(NetworkStorageToken);
  const failureText = useFailureText();
  const issueText = useIssueText();
  /** The issue of a field, or null. Empty required fields are reported by the submit button. */
  const fieldIssue = (text: string, check: (text: string) => Verdict): string | null => {
    const verdict = check(text);
    return text === '' || verdict.ok ? null : issueText(verdict);
  };
  const { state, run } = useAction();
  const [form, setForm] = useState(() => formOf(storage));
  const change = (changes: Partial<NetworkStorageForm>): void => {
    setForm({ ...form, ...changes });
  };
  const { kind } = form;
  const reason = state.at === 'failed' ? mountFailureReason(state.failure) : null;
  return (
    <FormDialog
      title={storage === null ? t('addTitle') : t('editTitle', { name: safeDisplayName(storage.mntdir) })}
      description={t('addWhy')}
      width={520}
      confirmLabel={t('test')}
      // The window exists only on models that can mount network storage.
      validation={checkMount(form, 'G2')}
      busy={state.at === 'running'}
      input={form}
      onSubmit={() => {
        run(() => network.saveNetStorage(storage?.id ?? null, draftOf(form)), onDone);
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Select
          label={t('kind')}
          value={kind}
          options={STORAGE_KINDS.map((value) => ({ value, label: t(value) }))}
          onValueChange={(next) => {
            change({ kind: next, port: String(defaultMountPort(next, form.protocol)) });
          }}
        />
        {kind === 'webdav' ? (
          <Select
            label={t('protocol')}
            value={form.protocol}
            options={(['https', 'http'] as const).map((value) => ({ value, label: t(value) }))}
            onValueChange={(protocol) => {
              change({ protocol, port: String(defaultMountPort('webdav', protocol)) });
            }}
          />
        ) : null}
        <div className={styles.pair}>
          <TextField
            label={t('addr')}
            value={form.addr}
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
            error={fieldIssue(form.addr, checkMountAddress)}
            onValueChange={(addr) => {
              change({ addr: addr.trim() });
            }}
          />
          <TextField
            label={t('port')}
            value={form.port}
            required
            inputMode="numeric"
            error={fieldIssue(form.port, checkMountPort)}
            onValueChange={(port) => {
              change({ port: port.trim() });
            }}
          />
        </div>
        {kind === 'webdav' ? (
          <TextField
            label={t('path')}
            value={form.path}
            required
            spellCheck={false}
            error={fieldIssue(form.path, checkWebdavPath)}
            onValueChange={(path) => {
              change({ path });
            }}
          />
        ) : null}
        <TextField
          label={t(`share_${kind}`)}
          value={form.mntpoint}
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
              value={form.user}
              autoComplete="off"
              spellCheck={false}
              onValueChange={(user) => {
                change({ user });
              }}
            />
            <PasswordField
              label={t('password')}
              value={form.password}
              autoComplete="new-password"
              hint={storage === null ? undefined : t('keepPassword')}
              showPasswordLabel={c('showPassword')}
              hidePasswordLabel={c('hidePassword')}
              onValueChange={(password) => {
                change({ password });
              }}
            />
          </>
        )}
        <TextField
          label={t('name')}
          value={form.mntdir}
          required
          autoComplete="off"
          error={fieldIssue(form.mntdir, checkMountName)}
          onValueChange={(mntdir) => {
            change({ mntdir });
          }}
        />
        <TextField
          label={t('remark')}
          value={form.remark}
          error={fieldIssue(form.remark, checkMountRemark)}
          onValueChange={(remark) => {
            change({ remark });
          }}
        />
        {state.at === 'failed' ? (
          <p ref={scrollMessageIntoView} role="alert" className={styles.wrong}>
            {reason === null
              ? failureText(state.failure).text
              : 'messageKey' in reason
                ? t(reason.messageKey)
                : t('said', { info: safeDisplayName(reason.info) })}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
};
