import { type BoxError, BoxFailure, type ErrorFamily } from '@boxwood/command-bus';
import { accountMessages, ruleMessages, sessionMessages } from '@boxwood/command-bus/messages';
import { describe, expect, it } from 'vitest';
import { cloudDriveMessages } from './cloud-drive-errors.ts';
import { driveMessages } from './drive-errors.ts';
import { genericMessages } from './generic-errors.ts';
import { issueMessages } from './rule-issues.ts';
import { operationMessages } from './operation-errors.ts';
import { outcomeMessages } from './outcome-messages.ts';
import { serviceMessages } from './service-errors.ts';
import * as rules from '../rules.ts';
import {
  ALBUM_ERRORS,
  APP_ERRORS,
  boxCatalogue,
  boxTexts,
  CLOUD_DRIVE_ERRORS,
  codeText,
  DRIVE_ERRORS,
  driveErrorOf,
  driveErrorText,
  ejectErrorText,
  errorText,
  GENERIC_ERRORS,
  LOCALES,
  newFolderErrorText,
  operationText,
  TASK_ERRORS,
} from '../messages.ts';
import { renameOutcome, transferOutcome } from '../rules.ts';

const refused = (
  family: ErrorFamily,
  code: number,
  more: { info?: string; fields?: Record<string, unknown> } = {},
): BoxError => ({
  _tag: 'Refused',
  family,
  code,
  fields: {},
  ...more,
});
const en = (family: ErrorFamily, code: number) => codeText(family, code, 'en');

it('what our box does not offer is said so, whatever the number of its family', () => {
  for (const [family, code] of [
    ['GEN', 3],
    ['TSK', 6],
    ['BDU', 500],
  ] as const) {
    const error = refused(family, code, { info: 'notOffered' });
    expect(errorText(error, 'en')).toBe('This box does not offer this');
    expect(errorText(error, 'zh-CN')).toBe('此盒子不支持该功能');
  }
});

describe('error tables', () => {
  it.each([
    ['ERR-002', 2, 'Concurrency limit reached, try again later'],
    ['ERR-003', 3, 'Failed'],
    ['ERR-004', 4, 'Bad parameter'],
    ['ERR-005', 5, 'Unsafe parameter'],
    ['ERR-006', 6, 'Authentication failed'],
    ['ERR-007', 7, 'Service error'],
    ['ERR-008', 8, 'User name too long'],
    ['ERR-009', 9, 'Password too long'],
    ['ERR-010', 10, 'User not found'],
    ['ERR-011', 11, 'Value invalid'],
    ['ERR-012', 13, 'No privilege'],
    ['ERR-013', 14, 'File type mismatch'],
    ['ERR-014', 15, 'Path error'],
    ['ERR-015', 16, 'Over the limit'],
    ['ERR-016', 18, 'Session not created, sign in again'],
    ['ERR-017', 19, 'Command version wrong'],
    ['ERR-018', 20, 'JSON error'],
    ['ERR-019', 21, 'Database error'],
  ])('%s: box %i', (_, code, text) => {
    expect(en('GEN', code)).toBe(text);
  });

  it('ERR-001: 0 and 1 are success and have no error text of their own', () => {
    expect([0, 1].filter((code) => Object.keys(GENERIC_ERRORS).includes(String(code)))).toEqual([]);
  });

  it.each([
    ['ERR-020', 2, 'Too many plugin operations at once'],
    ['ERR-021', 3, 'Bad parameter'],
    ['ERR-022', 4, 'Service error'],
    ['ERR-023', 5, 'The command failed'],
    ['ERR-024', 6, 'The system is not ready'],
    ['ERR-025', 7, 'Not installed'],
    ['ERR-026', 8, 'Already installed'],
    ['ERR-027', 9, 'Busy with another plugin'],
  ])('%s: plugin %i', (_, code, text) => {
    expect(en('PLG', code)).toBe(text);
  });

  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  it('ERR-028: app manager 2 to 14 and 16 have a message each', () => {
    const codes = [...span(2, 14), 16];
    expect(Object.keys(APP_ERRORS).map(Number)).toEqual(codes);
    expect(new Set(codes.map((c) => en('APP', c))).size).toBe(14);
  });
  it('ERR-029: task 2 to 11 and 16 have a message each', () => {
    const codes = [...span(2, 11), 16];
    expect(Object.keys(TASK_ERRORS).map(Number)).toEqual(codes);
    expect(new Set(codes.map((c) => en('TSK', c))).size).toBe(11);
  });
  it('ERR-030: album 2 to 10 have a message each', () => {
    expect(Object.keys(ALBUM_ERRORS).map(Number)).toEqual(span(2, 10));
    expect(new Set(span(2, 10).map((c) => en('ALB', c))).size).toBe(9);
  });

  it('ERR-031 to ERR-037: operations say what happened, by the kind of task', () => {
    expect(operationText('COPY', 6, 'en')).toBe('The source cannot be opened');
    expect(operationText('EMOVE', 7, 'en')).toBe('The target exists already');
    expect(operationText('DECOMPRESS', 8, 'en')).toBe('Unsafe path');
    expect(operationText('DECOMPRESS', 12, 'en')).toBe('Wrong password');
    expect(operationText('DMOVE', 12, 'en')).toBe('Wrong password, or the safe is locked');
    expect([6, 7, 8].map((c) => operationText('UPGRADE', c, 'en'))).toEqual([
      'Firmware download failed',
      'Firmware check failed',
      'Firmware flash failed',
    ]);
  });

  it('ERR-038: numbers start at 6 and depend on the type; what a type lacks reads as failed', () => {
    expect([0, 1, 2, 3, 4, 5].map((c) => operationText('COPY', c, 'en'))).toEqual(['', '', '', '', '', '']);
    expect(operationText('COMPRESS', 16, 'en')).toBe('The archive is too large when unpacked');
    expect(operationText('UPLOAD', 16, 'en')).toBe('Retry failed 3 times');
    expect(operationText('EMOVE', 16, 'en')).toBe('Operation failed (16)');
  });

  it('G-03: one number, several families, several texts', () => {
    expect(new Set((['GEN', 'PLG', 'TSK', 'ALB'] as const).map((f) => en(f, 7))).size).toBe(4);
    expect(en('GEN', 12)).toBe('Operation failed (12)');
    expect(en('GEN', 17)).toBe('Operation failed (17)');
  });

  it('18, 19, 20 and 13 read alike in every family', () => {
    for (const family of ['PLG', 'TSK', 'ALB', 'APP', 'BDU', 'ACC'] as const)
      for (const code of [13, 18, 19, 20]) expect(en(family, code), family).toBe(en('GEN', code));
    expect(en('TSK', 13)).toBe('No privilege');
  });

  it.each([
    ['ERR-103', 2, 'Bad parameter'],
    ['ERR-104', 31023, 'Bad parameter'],
    ['ERR-105', 111, 'The cloud-drive token is invalid'],
    ['ERR-106', -6, 'Cloud-drive authentication failed'],
    ['ERR-107', 31034, 'Too frequent requests'],
    ['ERR-108', 2131, 'The share does not exist'],
    ['ERR-109', 10, 'The target exists already'],
    ['ERR-110', -3, 'The file does not exist'],
    ['ERR-111', -31066, 'The file does not exist'],
    ['ERR-112', 11, 'This is your own share'],
    ['ERR-113', 255, 'Too many files saved at once'],
    ['ERR-114', 12, 'The batch failed'],
    ['ERR-115', -1, 'Authorization expired, sign in to the cloud drive again'],
  ])('%s: cloud drive %i', (_, code, text) => {
    expect(en('BDU', code)).toBe(text);
    expect(Object.keys(CLOUD_DRIVE_ERRORS)).toHaveLength(13);
  });

  it('ERR-116 ERR-117: what the cloud-drive sign-in says', () => {
    expect(boxTexts.text('drive.codeWrong', 'en')).toBe('authorization code wrong or expired');
    expect(boxTexts.text('drive.authorizationFailed', 'en')).toBe('authorization failed, retry');
  });

  it('ERR-166: a number nobody described still has words, and they name it', () => {
    for (const family of ['GEN', 'PLG', 'APP', 'TSK', 'ALB', 'ACC'] as const) {
      const error = { _tag: 'Refused', family, code: 4711, fields: {} } as const;
      for (const locale of ['en', 'zh-CN'] as const) expect(errorText(error, locale), family).toContain('4711');
    }
  });

  it('ERR-097: any other account code names the number and the way out', () => {
    expect(codeText('ACC', 1234, 'en')).toBe('Request error (1234); sign in again if it repeats');
    expect(codeText('ACC', 1015, 'zh-CN')).toBe('第三方账号关联异常（1015）');
  });
});

describe('drive errors', () => {
  it('ERR-039 to ERR-050: twelve names, each with its own words in both languages', () => {
    expect(DRIVE_ERRORS).toHaveLength(12);
    for (const locale of LOCALES) expect(new Set(DRIVE_ERRORS.map((e) => driveErrorText(e, locale))).size).toBe(12);
    expect(driveErrorText('accountLocked', 'en')).toBe('account locked 10 minutes');
    expect(driveErrorText('pathTooLong', 'en')).toContain('254');
  });

  it('G-66: numbers of every family map to names', () => {
    const cases: [BoxError, Parameters<typeof driveErrorOf>[1], string | undefined][] = [
      [refused('GEN', 4), {}, 'invalidParam'],
      [refused('GEN', 5), {}, 'invalidParam'],
      [refused('GEN', 11), {}, 'invalidParam'],
      [refused('GEN', 11), { move: true }, 'targetExists'],
      [refused('TSK', 3), {}, 'invalidParam'],
      [refused('GEN', 6), { password: true }, 'wrongPassword'],
      [refused('GEN', 6), {}, undefined],
      [refused('OPS', 12), {}, 'wrongPassword'],
      [refused('OPS', 7), {}, 'targetExists'],
      [refused('BDU', 10), {}, 'targetExists'],
      [refused('GEN', 15), {}, 'fileMissing'],
      [refused('TSK', 8), {}, 'fileMissing'],
      [refused('BDU', -3), {}, 'fileMissing'],
      [refused('BDU', -31066), {}, 'fileMissing'],
      [refused('TSK', 2), {}, 'concurrency'],
      [refused('BDU', 2), {}, undefined],
      [refused('ALB', 10), {}, 'albumBusy'],
      [refused('BDU', 111), {}, 'authExpired'],
      [refused('BDU', -6), {}, 'authExpired'],
      [refused('BDU', -1), {}, 'authExpired'],
      [refused('OPS', 16), { remote: true }, 'retryFailed'],
      [refused('OPS', 16), {}, undefined],
      [refused('BDU', 31034), {}, 'tooFrequent'],
      [refused('GEN', 16, { fields: { left: 0, locked: 600 } }), { password: true }, 'accountLocked'],
      [{ _tag: 'Aborted' }, {}, undefined],
    ];
    for (const [error, context, name] of cases) expect(driveErrorOf(error, context), JSON.stringify(error)).toBe(name);
  });
});

describe('texts of failed calls', () => {
  it('ERR-051 ERR-052 ERR-053: no connection reads as a network error', () => {
    expect(errorText({ _tag: 'Network', cause: null }, 'en')).toBe('Server request failed or network error');
    expect(codeText('ACC', 503, 'en')).toBe('Server request failed or network error');
  });

  it('every tag has words, and none repeats what the service wrote', () => {
    expect(errorText({ _tag: 'Timeout', ms: 5 }, 'en')).toBe('No answer in time');
    expect(errorText({ _tag: 'Aborted' }, 'zh-CN')).toBe('已取消');
    expect(errorText({ _tag: 'Http', status: 500, body: 'secret' }, 'en')).toBe(
      'The service answered with an error (HTTP 500)',
    );
    expect(errorText({ _tag: 'Malformed', at: 'result', issues: ['x'] }, 'en')).toBe(
      'The answer could not be understood',
    );
    expect(errorText({ _tag: 'Malformed', at: 'params', issues: ['x'] }, 'en')).toBe(
      'The request is not valid and was not sent',
    );
    // Errors of `uploadFolder` for a file of this computer.
    expect(errorText({ _tag: 'Unread', cause: new Error('EACCES') }, 'en')).toBe('The file cannot be read');
    expect(errorText(refused('GEN', 3, { info: 'secret' }), 'en')).toBe('Failed');
    expect(errorText(refused('GEN', 99), 'zh-CN')).toBe('操作失败（99）');
    // P-10: a file that a safe refuses is not a question of privileges.
    for (const family of ['GEN', 'TSK'] as const)
      expect(errorText(refused(family, 13, { info: 'encrypted' }), 'en')).toContain('accepts only encrypted files');
    expect(errorText(refused('GEN', 13, { info: 'path' }), 'en')).toBe('No privilege');
    expect(errorText(refused('GEN', 15, { info: 'taken' }), 'en')).toBe('Something else is in its place');
    expect(errorText(refused('GEN', 15, { info: 'ENOENT' }), 'en')).toBe('Path error');
    expect(errorText(refused('GEN', 3, { info: 'half' }), 'en')).toBe('Only a part of it could be undone');
    expect(errorText(refused('ACC', 13, { info: 'encrypted' }), 'en')).not.toContain('encrypted');
  });

  it('G-03 G-66 SAFE-09: what kind of call it was decides what a number means', () => {
    expect(errorText(refused('GEN', 6), 'en')).toBe('Authentication failed');
    expect(errorText(refused('GEN', 6), 'en', { password: true })).toBe('Wrong password');
    expect(errorText(refused('GEN', 6), 'en', { listing: true })).toBe('The file does not exist');
    expect(errorText(refused('GEN', 11), 'en', { move: true })).toBe('The target exists already');
    // An error thrown by a method of the SDK has its command.
    const thrown = (command: string, code: number) => errorText(new BoxFailure(refused('GEN', code), command), 'en');
    expect(thrown('ListFiles', 6)).toBe('The file does not exist');
    expect(thrown('MoveFile', 11)).toBe('The target exists already');
    expect(thrown('SignInOffline', 6)).toBe('Wrong password');
    expect(thrown('GetSafeStatus', 6)).toBe('Authentication failed');
    const locked = refused('GEN', 16, { fields: { left: 0, locked: 600 } });
    expect(errorText(locked, 'en', { password: true })).toBe('account locked 10 minutes');
    expect(errorText(refused('GEN', 7), 'en', { password: true })).toBe('Service error');
    expect(errorText({ _tag: 'Aborted' }, 'en', { move: true })).toBe('Cancelled');
  });

  it('ERR-118 ERR-119: a failed new folder', () => {
    expect(newFolderErrorText(refused('GEN', 3), 'en')).toBe('add failed, check drive and IO');
    expect(newFolderErrorText(refused('GEN', 15), 'en')).toBe('Path error');
  });

  it('ERR-132: a failed eject repeats what the shell said', () => {
    expect(ejectErrorText(refused('GEN', 3, { info: 'target is busy' }), 'en')).toBe(
      'USB eject failed: target is busy',
    );
    expect(ejectErrorText(refused('GEN', 15), 'en')).toBe('USB eject failed: Path error');
    expect(ejectErrorText(refused('GEN', 3, { info: 'host.silent' }), 'en')).toMatch(/: The helper of the box/);
  });

  it('ERR-098 to ERR-102 ERR-145: the session', () => {
    const keys = ['connectionLost', 'expired', 'elsewhere', 'noNetwork', 'reconnectFailed'] as const;
    expect(new Set(keys.map((k) => boxTexts.text(`session.${k}`, 'en'))).size).toBe(5);
    expect(boxTexts.text('session.elsewhere', 'en')).toBe('logged in on another terminal');
    expect(boxTexts.levelOf('session.elsewhere')).toBe('warning');
  });
});

describe('outcomes', () => {
  const shown = (issue: Parameters<typeof boxTexts.issueText>[0]) => [
    boxTexts.levelOf(issue.issue),
    boxTexts.issueText(issue, 'en'),
  ];

  it('ERR-146 ERR-147 ERR-148 RENAME-14 RENAME-15 RENAME-16: batch rename', () => {
    expect(shown(renameOutcome({ done: 0, failed: 2 }))).toEqual(['error', 'file rename failed']);
    expect(shown(renameOutcome({ done: 2, failed: 0 }))).toEqual(['success', 'file rename success']);
    expect(shown(renameOutcome({ done: 2, failed: 1 }))).toEqual(['warning', '2 succeeded, 1 failed, retry']);
  });

  it('ERR-149 ERR-150 ERR-151 ERR-152: submitting transfers', () => {
    expect(shown(transferOutcome({ done: 0, failed: 1 }))).toEqual(['error', 'submit failed, retry']);
    expect(shown(transferOutcome({ done: 3, failed: 0 }))).toEqual(['success', 'transfer task submitted']);
    expect(shown(transferOutcome({ done: 3, failed: 2 }))).toEqual(['warning', '3 submitted, 2 failed']);
  });

  it.each([
    ['ERR-120', 'file.externalLink', 'warning', 'External resource links must be downloaded directly'],
    ['ERR-121', 'share.parseError', 'error', 'share link parse error'],
    ['ERR-126', 'upload.nothing', 'info', 'no files to upload'],
    ['ERR-127', 'upload.submitted', 'success', 'upload task submitted'],
    ['ERR-128', 'file.renamed', 'success', 'file rename success'],
    ['ERR-129', 'file.copyFailed', 'error', 'copy failed'],
    ['ERR-131', 'share.linkFailed', 'error', 'link generation failed'],
    ['ERR-134', 'file.firstPage', 'info', 'This is the first page'],
    ['ERR-135', 'file.lastPage', 'info', 'This is the last page'],
    ['ERR-137', 'download.folder', 'warning', 'A folder cannot be downloaded in the browser'],
    ['ERR-138', 'download.several', 'warning', 'Only one file can be downloaded at a time'],
    ['ERR-139', 'download.tooLarge', 'warning', 'Files over 50 MB cannot be downloaded in the browser'],
    ['ERR-140', 'preview.unsupported', 'warning', 'This type cannot be previewed online yet'],
    ['ERR-141', 'upload.encryptedArea', 'warning', 'The encrypted area does not support drag upload'],
    ['ERR-142', 'picker.photoSource', 'warning', 'please select the directory to which photos are added'],
    ['ERR-143', 'picker.verifyPrivate', 'warning', 'verify in private files first'],
    ['ERR-144', 'rename.onlyFiles', 'warning', 'only file batch rename supported'],
    ['ERR-158', 'role.noPermission', 'warning', 'no permission'],
    ['ERR-159', 'file.directoryFailed', 'error', 'target directory creation failed, retry'],
    ['ERR-160', 'file.listFailed', 'error', 'file list load failed, retry'],
    ['ERR-161', 'plugin.firmware', 'warning', 'firmware does not meet deployment standard'],
    ['ERR-162', 'plugin.noPermissionToDeploy', 'warning', 'no permission to deploy'],
    ['ERR-162', 'plugin.noPermissionToOperate', 'warning', 'no permission to operate'],
    ['ERR-162', 'role.notAdmin', 'warning', 'not an administrator'],
    ['ERR-163', 'tunnel.trialOrdinaryUser', 'warning', 'only an ordinary user, cannot provide trial'],
    ['ERR-164', 'rename.checkFailed', 'warning', 'same-name verification failed'],
    ['ERR-165', 'rename.targetExists', 'warning', 'target file already exists'],
  ] as const)('%s: %s is a %s', (_, key, level, text) => {
    expect([boxTexts.levelOf(key), boxTexts.text(key, 'en')]).toEqual([level, text]);
  });

  it('ERR-122 to ERR-125 ERR-130 ERR-133 ERR-136: failures that carry a text or a number', () => {
    const error = 'Busy';
    expect(boxTexts.text('plugin.deployFailed', 'en', { error })).toBe('deploy failed: Busy');
    expect(boxTexts.text('plugin.startFailed', 'en', { error })).toBe('start failed: Busy');
    expect(boxTexts.text('plugin.stopFailed', 'en', { error })).toBe('stop failed: Busy');
    expect(boxTexts.text('plugin.uninstallFailed', 'zh-CN', { error })).toBe('卸载失败：Busy');
    expect(boxTexts.text('share.failed', 'en')).toBe('share failed, check the share service');
    expect(boxTexts.text('file.loadFailed', 'en', { error })).toBe('data load failed: Busy');
    expect(boxTexts.text('share.tooMany', 'en', { max: 20 })).toBe('Too many files to share, at most 20');
  });
});

/** Rules that get their issue as a parameter. */
type Generic = 'failed' | 'unless' | 'firstFailure' | 'checkPlainPassword';
type FailureOf<F> = F extends (...args: never[]) => infer R ? Extract<R, { ok: false; issue: string }> : never;
type AnyIssue = { [K in Exclude<keyof typeof rules, Generic>]: FailureOf<(typeof rules)[K]> }[Exclude<
  keyof typeof rules,
  Generic
>];

describe('catalogue', () => {
  it('G-72: every issue of every rule has words, with the values they need', () => {
    // Compiles only when the catalogue has every issue that a rule can return, and the rule provides the placeholders.
    const wordsOf = (issue: AnyIssue) => boxTexts.issueText(issue, 'en');
    const verdict = rules.checkShareCount(21);
    expect(verdict.ok ? '' : wordsOf(verdict)).toBe('Too many files to share, at most 20');
  });

  it('G-72: no text is empty, and the Chinese column is Chinese', () => {
    for (const [key, { en: english, zh }] of Object.entries(boxCatalogue)) {
      expect(english, key).not.toBe('');
      expect(zh, key).toMatch(/\p{Script=Han}/u);
    }
  });

  it('no key of one table hides a key of another', () => {
    const tables = [
      accountMessages,
      ruleMessages,
      sessionMessages,
      cloudDriveMessages,
      driveMessages,
      genericMessages,
      issueMessages,
      operationMessages,
      outcomeMessages,
      serviceMessages,
    ];
    const keys = tables.flatMap((table) => Object.keys(table));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(Object.keys(boxCatalogue)).toHaveLength(keys.length);
  });
});
