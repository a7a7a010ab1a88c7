import { describe, expect, it } from 'vitest';
import { createPageHeaders } from './response-headers.ts';

const COOP = 'cross-origin-opener-policy';
const CSP = 'content-security-policy';

describe('headers of a page', () => {
  it('opener isolation is told where a browser follows it: on the loopback and behind TLS', () => {
    const of = createPageHeaders(null);
    for (const host of ['localhost', 'localhost:6900', '127.0.0.1:6900', '127.1.2.3', '[::1]:6900'])
      expect(of({ host, forwardedProto: undefined })[COOP], host).toBe('same-origin');
    expect(of({ host: 'box.example.org', forwardedProto: 'https' })[COOP]).toBe('same-origin');
    for (const host of ['box.test:6900', '192.168.1.20:6900', '127.0.0.1.evil.example', 'localhost.evil', undefined])
      expect(of({ host, forwardedProto: undefined })[COOP], host).toBeUndefined();
    expect(of({ host: 'box.test', forwardedProto: 'http' })[COOP]).toBeUndefined();
  });

  it('a page loads from the box alone, frames what the box serves or it made itself, and runs nothing inline', () => {
    expect(
      createPageHeaders(null)({ host: 'box.test', forwardedProto: undefined })[CSP]?.split('; ').toSorted(),
    ).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self' blob:",
      "img-src 'self' blob: data:",
      "manifest-src 'self'",
      "media-src 'self' blob:",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
    ]);
  });

  it('a page talks to the box alone, and to the account service where that lives elsewhere', () => {
    const request = { host: 'box.test', forwardedProto: undefined };
    expect(createPageHeaders(null)(request)[CSP]).toContain("connect-src 'self';");
    const elsewhere = createPageHeaders('https://account.example.org/v1')(request)[CSP];
    expect(elsewhere).toContain("connect-src 'self' https://account.example.org;");
    expect(elsewhere).toContain("script-src 'self';");
    expect(elsewhere).toContain("frame-ancestors 'none'");
  });
});
