/** The form of network storage (VALID-76 to VALID-80). */
import type { BoxModel } from '@boxwood/command-bus';
import { failed, isDigits, isHost, passed, unless } from '@boxwood/command-bus/rules';
import { hasNetworkMounts, type MountKind } from './mount-rules.ts';

/** A name and a remark have 64 characters at most, as `NetMountChange` declares them. */
const checkMountLength = (text: string) => (/^.{0,64}$/u.test(text) ? passed : failed('mount.tooLong', { max: 64 }));

/** VALID-76: letters, digits, Chinese characters, underscore, hyphen; 64 characters at most. */
export const checkMountName = (name: string) =>
  /^[A-Za-z0-9_\p{Script=Han}-]+$/u.test(name) ? checkMountLength(name) : failed('mount.name');

/** VALID-77: Chinese characters, digits, letters and . : - _ ( ); may be empty; 64 characters at most. */
export const checkMountRemark = (remark: string) =>
  /^[A-Za-z0-9.:_()\p{Script=Han}-]*$/u.test(remark) ? checkMountLength(remark) : failed('mount.remark');

/** VALID-78: an address or a domain. */
export const checkMountAddress = (address: string) => {
  if (address === '') return failed('mount.addressRequired');
  return unless(isHost(address), 'mount.addressFormat');
};

/** VALID-79: the port as typed, a number. */
export const checkMountPort = (port: string) => {
  if (!isDigits(port)) return failed('mount.portRequired');
  return Number(port) >= 1 && Number(port) <= 65535 ? passed : failed('ports.outside', { port, min: 1, max: 65535 });
};

/** VALID-80: a WebDAV path begins with a slash. */
export const checkWebdavPath = (path: string) => unless(path.startsWith('/'), 'mount.webdavPath');

/** Values of the form; the port as typed. */
export interface MountForm {
  readonly kind: MountKind;
  readonly addr: string;
  readonly port: string;
  readonly mntdir: string;
  readonly remark: string;
  readonly path?: string | undefined;
}

/** Checks the whole form, with the model (VALID-76 to VALID-80). Returns the first issue in the order of the form. */
export const checkMount = (form: MountForm, model: BoxModel) => {
  if (!hasNetworkMounts(model)) return failed('mount.model', { model });
  const verdicts = [
    checkMountAddress(form.addr),
    checkMountPort(form.port),
    form.kind === 'webdav' ? checkWebdavPath(form.path ?? '') : passed,
    checkMountName(form.mntdir),
    checkMountRemark(form.remark),
  ];
  return verdicts.find((verdict) => !verdict.ok) ?? passed;
};
