import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPictureSize } from './picture-size.ts';

/** First bytes of pictures of 7 by 1203 pixels, as written by common encoders. */
const HEADS = {
  JPEG: '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCASzAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA',
  'progressive JPEG':
    '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCASzAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA',
  PNG: 'iVBORw0KGgoAAAANSUhEUgAAAAcAAASzCAIAAAA+JLX0',
  GIF: 'R0lGODlhBwCzBIAAAExpcS9vPCH5BAUAAAAALAAAAAAH',
  'lossy WebP': 'UklGRmgAAABXRUJQVlA4IFwAAAAwBwCdASoHALMEPm02',
  'lossless WebP': 'UklGRiQAAABXRUJQVlA4TBcAAAAvBoAsAQfQt76Up/9h',
  'extended WebP': 'UklGRiQDAABXRUJQVlA4WAoAAAAoAAAABgAAsgQASUND',
} as const;

const bytes = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

describe('the size of a picture out of its beginning (finding 67)', () => {
  it.each(Object.entries(HEADS))('%s', (_, head) => {
    expect(readPictureSize(bytes(head))).toEqual([7, 1203]);
  });

  it('of anything else there is none, and nothing throws', () => {
    expect(readPictureSize(new TextEncoder().encode('a text that is long enough to be looked at'))).toBeNull();
    fc.assert(
      fc.property(
        fc.constantFrom([0xff, 0xd8, 0xff, 0xe1], [0x52, 0x49, 0x46, 0x46], []),
        fc.uint8Array({ maxLength: 300 }),
        (head, tail) => {
          readPictureSize(Uint8Array.from([...head, ...tail]));
        },
      ),
    );
  });
});
