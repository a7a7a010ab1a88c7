import { describe, expect, it } from 'vitest';
import { checkFeedbackContact, checkFeedbackContent, checkPicture, checkPictures, FEEDBACK } from './feedback-rules.ts';

const picture = (name: string, size = 1) => ({ name, size });

describe('feedback', () => {
  it('VALID-54: jpg, jpeg and png pass, others fail', () => {
    for (const name of ['a.jpg', 'a.JPEG', 'b.png']) expect(checkPicture(picture(name)).ok, name).toBe(true);
    for (const name of ['a.gif', 'a', 'jpg', '.png', 'a.png.exe'])
      expect(checkPicture(picture(name)).ok, name).toBe(false);
  });

  it('VALID-55: 4 pictures pass, 5 fail', () => {
    const pictures = (n: number) => Array.from({ length: n }, (_, i) => picture(`${i}.png`));
    expect(checkPictures(pictures(4)).ok).toBe(true);
    expect(checkPictures(pictures(5))).toEqual({ ok: false, issue: 'feedback.imageCount', max: 4 });
    expect(checkPictures([picture('a.png'), picture('b.gif')])).toMatchObject({ issue: 'feedback.imageType' });
  });

  it('VALID-56: 2 MB pass, one byte more fails', () => {
    expect(checkPicture(picture('a.png', 2_097_152)).ok).toBe(true);
    expect(checkPicture(picture('a.png', 2_097_153))).toEqual({
      ok: false,
      issue: 'feedback.imageSize',
      name: 'a.png',
      mb: 2,
    });
  });

  it('CONST-46: feedback takes 4 images of 2 MB', () => {
    expect([FEEDBACK.images, FEEDBACK.imageBytes]).toEqual([4, 2 * 1024 * 1024]);
  });

  it('G-69: content of 1 to 500 characters, contact of at most 50', () => {
    expect(['', ' ', 'a', 'a'.repeat(500), 'a'.repeat(501)].map((c) => checkFeedbackContent(c).ok)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(['', 'a'.repeat(50), 'a'.repeat(51)].map((c) => checkFeedbackContact(c).ok)).toEqual([true, true, false]);
  });
});
