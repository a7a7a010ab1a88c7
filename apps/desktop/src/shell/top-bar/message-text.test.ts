import { noticeText, type ServiceNotice } from '@boxwood/account-sdk/rules';
import { expect, it } from 'vitest';
import { Languages } from '../../platform/i18n/languages.ts';
import { messageDrawerMessages } from './message-drawer-messages.ts';
import { messageText } from './message-text.ts';

const shown = (notice: ServiceNotice, language: 'en' | 'zh-CN' = 'en'): string =>
  messageText({ type: 3, content: noticeText(notice) }, new Languages(language).text(messageDrawerMessages));

const FAILED = { kind: 'notUpgraded', version: '1.0.9', why: 'ended', runs: '1.0.8', restored: false } as const;

it('a failed upgrade is reported with its reason and the version that runs, in the language of the user', () => {
  expect(shown(FAILED)).toContain(
    'Version 1.0.9 was not installed: it stopped before it was ready. The box still runs 1.0.8',
  );
  expect(shown({ ...FAILED, restored: true })).toContain('its databases were restored');
  expect(shown(FAILED, 'zh-CN')).toContain('未能安装版本 1.0.9：启动过程中意外退出');
});

it('a message of a person is shown as it is', () => {
  const t = new Languages('en').text(messageDrawerMessages);
  expect(messageText({ type: 1, content: noticeText(FAILED) }, t)).toBe(noticeText(FAILED));
});
