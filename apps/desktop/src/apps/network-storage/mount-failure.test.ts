import { GEN } from '@boxwood/command-bus';
import type { Failure } from '@boxwood/domain';
import { expect, it } from 'vitest';
import { unreachableMessageKey, kindOf, stateOf, mountFailureReason } from './mount-failure.ts';

const refused = (code: number, info?: string): Failure => ({
  _tag: 'Refused',
  family: 'GEN',
  code,
  fields: {},
  ...(info === undefined ? {} : { info }),
});
const storage = {
  id: 'n1',
  kind: 'smb',
  addr: 'nas',
  port: 445,
  user: '',
  password: '',
  mntpoint: 'films',
  mntdir: 'films',
  remark: '',
  status: 'error',
};

it('what was not mounted is said as far as a person can do something about it', () => {
  expect([GEN.wrongSecret, GEN.path, GEN.invalid].map((code) => mountFailureReason(refused(code)))).toEqual([
    { messageKey: 'wrongPassword' },
    { messageKey: 'noShare' },
    { messageKey: 'taken' },
  ]);
  expect(mountFailureReason(refused(GEN.failed, 'x509: certificate has expired'))).toEqual({
    info: 'x509: certificate has expired',
  });
  expect(mountFailureReason(refused(GEN.failed, 'mounts.silent'))).toEqual({ messageKey: 'noServer' });
  expect(mountFailureReason(refused(GEN.failed, 'mounts.rclone'))).toBeNull();
  expect(mountFailureReason({ _tag: 'Rejected', messageKey: 'box.notOffered' })).toBeNull();
});

it('what is away says why, and what a newer box says is shown as the plainest', () => {
  expect(
    ['mounts.silent', '6', '15', 'host.absent', undefined].map((why) =>
      unreachableMessageKey({ ...storage, ...(why === undefined ? {} : { why }) }),
    ),
  ).toEqual(['silent', 'wrongPassword', 'noShare', 'notYet', 'notYet']);
  expect([kindOf(storage), kindOf({ kind: 'iscsi' }), stateOf(storage), stateOf({ status: 'resting' })]).toEqual([
    'smb',
    'smb',
    'error',
    'error',
  ]);
});
