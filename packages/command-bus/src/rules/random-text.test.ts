import { describe, expect, it } from 'vitest';
import { randomText } from './random-text.ts';

const secure = (bytes: Uint8Array<ArrayBuffer>): void => {
  crypto.getRandomValues(bytes);
};

describe('random text', () => {
  it('CONST-73: 32 letters and digits by default', () => {
    const text = randomText(secure);
    expect(text).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(randomText(secure)).not.toBe(text);
    expect(randomText(secure, 16)).toHaveLength(16);
    expect(randomText(secure, 0)).toBe('');
  });

  it('drops bytes that would favour some letters', () => {
    let calls = 0;
    const text = randomText((bytes) => {
      bytes.fill(calls++ === 0 ? 255 : 247);
    }, 4);
    expect(text).toBe('9999');
    expect(calls).toBe(2);
  });
});
