import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Photos of several alternating sizes, as JPEG. */
export const drawPhotos = async (
  page: Page,
  sizes: readonly (readonly [width: number, height: number])[],
  count = 40,
): Promise<readonly Buffer[]> => {
  const drawn = await page.evaluate(
    async ({ sizes, count }) => {
      const pictures: string[] = [];
      for (let at = 0; at < count; at++) {
        const [width, height] = sizes[at % sizes.length] ?? [1600, 1200];
        const canvas = new OffscreenCanvas(width, height);
        const pen = canvas.getContext('2d');
        if (pen === null) throw new Error('no canvas');
        const ground = pen.createLinearGradient(0, 0, width, height);
        ground.addColorStop(0, `hsl(${at * 9} 60% 70%)`);
        ground.addColorStop(1, `hsl(${at * 9 + 80} 70% 30%)`);
        pen.fillStyle = ground;
        pen.fillRect(0, 0, width, height);
        for (let spot = 0; spot < 60; spot++) {
          pen.fillStyle = `hsl(${(at * 9 + spot * 37) % 360} 70% 50% / 60%)`;
          pen.beginPath();
          pen.arc((spot * 523) % width, (spot * 311 + at * 71) % height, 30 + (spot % 9) * 14, 0, 7);
          pen.fill();
        }
        const bytes = new Uint8Array(
          await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer(),
        );
        let text = '';
        for (const byte of bytes) text += String.fromCharCode(byte);
        pictures.push(btoa(text));
      }
      return pictures;
    },
    { sizes, count },
  );
  return drawn.map((text) => Buffer.from(text, 'base64'));
};

/**
 * Writes this many photos of 1600 x 1200 into a folder. The browser draws forty; bytes appended after the end of the
 * JPEG make each file unique.
 */
export const makePhotos = async (page: Page, folder: string, count: number): Promise<void> => {
  const pictures = await drawPhotos(page, [[1600, 1200]]);
  for (let at = 0; at < count; at++) {
    const picture = pictures[at % pictures.length];
    if (picture === undefined) throw new Error('no picture was drawn');
    writeFileSync(
      join(folder, `P_${String(at).padStart(5, '0')}.jpg`),
      Buffer.concat([picture, Buffer.from(`#${at}`)]),
    );
  }
};
