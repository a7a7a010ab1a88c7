import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UPGRADE_NOTICE_REASONS, noticeText, parseNotice, type ServiceNotice } from './service-notices.ts';

const notice: fc.Arbitrary<ServiceNotice> = fc.oneof(
  fc.constant({ kind: 'administrator' } as const),
  fc.constant({ kind: 'removed' } as const),
  fc.constant({ kind: 'passwordLink' } as const),
  fc.constant({ kind: 'newPassword' } as const),
  fc.record({ kind: fc.constant('joined' as const), userName: fc.stringMatching(/^[a-z][a-z0-9_]{2,29}$/) }),
  fc.record({
    kind: fc.constant('code' as const),
    code: fc.stringMatching(/^[0-9]{6}$/),
    address: fc.oneof(fc.stringMatching(/^\+[1-9][0-9]{6,14}$/), fc.emailAddress()),
  }),
  fc.record({
    kind: fc.constant('notUpgraded' as const),
    version: fc.stringMatching(/^1\.0\.[0-9]{1,4}$/),
    why: fc.constantFrom(...UPGRADE_NOTICE_REASONS),
    runs: fc.stringMatching(/^1\.0\.[0-9]{1,4}$/),
    restored: fc.boolean(),
  }),
);

describe('notices of the account service', () => {
  it('are known again by their sentence, among system notices alone', () => {
    fc.assert(
      fc.property(notice, fc.constantFrom(1, 2, 4), (sent, other) => {
        const content = noticeText(sent);
        expect(parseNotice({ type: 3, content })).toEqual(sent);
        expect(parseNotice({ type: other, content })).toBeNull();
      }),
    );
  });

  it('are not seen in other sentences', () => {
    for (const content of ['', ' joined the box', 'Everyone has joined the box', 'You were removed from the box.'])
      expect(parseNotice({ type: 3, content })).toBeNull();
  });
});
