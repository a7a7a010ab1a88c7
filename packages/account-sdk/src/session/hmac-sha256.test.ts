import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { hmacSha256, sha256 } from './hmac-sha256.ts';
import { codeParams, newAppKey, signApp, signInParams } from './sign-in-params.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('SHA-256 and HMAC without WebCrypto', () => {
  it('G-26: equals the SHA-256 of node:crypto for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        expect(hex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('G-26: is right at every length around the block borders', () => {
    for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 129]) {
      const data = new Uint8Array(length).fill(0xa5);
      expect(hex(sha256(data)), String(length)).toBe(createHash('sha256').update(data).digest('hex'));
    }
  });

  it('G-26: equals the HMAC of node:crypto for any key and text, also keys longer than a block', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), fc.string({ unit: 'grapheme' }), (key, message) => {
        expect(hmacSha256(key, message)).toBe(createHmac('sha256', key).update(message).digest('hex'));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('G-26: appIdSecurity signs id and key, secret signs id and address', () => {
    const appKey = newAppKey((bytes) => crypto.getRandomValues(bytes));
    expect(appKey).toMatch(/^[A-Za-z0-9]{32}$/);
    const own = (text: string) => createHmac('sha256', 'application').update(text).digest('hex');
    expect(signApp(appKey, 'application')).toBe(own(`web:${appKey}`));
    expect(signInParams(' ann_lee ', 'secret1', appKey, 'application')).toEqual({
      appId: 'web',
      appIdSecurity: own(`web:${appKey}`),
      appKey,
      devtype: 'web',
      logintype: 1,
      userName: 'ann_lee',
      pwd: 'secret1',
    });
    expect(codeParams('13800000000', 'application').secret).toBe(own('web:13800000000'));
  });
});
