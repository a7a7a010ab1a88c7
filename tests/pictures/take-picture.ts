import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const folder = process.env['BOXWOOD_PICTURES'] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url));

/** WebP quality, 0 to 1: text stays crisp, a desktop stays below 100 KB. */
const QUALITY = 0.9;

/** Converts a screenshot in the browser: a screen of 4 megapixels as WebP instead of PNG. */
const asWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
  const studio = await page.context().newPage();
  try {
    const base64 = await studio.evaluate(
      async ([data, quality]) => {
        const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        const out = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(out, (one) => String.fromCharCode(one)).join(''));
      },
      [png.toString('base64'), QUALITY] as const,
    );
    return Buffer.from(base64, 'base64');
  } finally {
    await studio.close();
  }
};

/** Saves a picture of the page as `docs/pictures/<name>.webp`, or in another folder. */
export const takePicture = async (page: Page, name: string, into = folder): Promise<void> => {
  // Moves the pointer away, so that nothing is highlighted.
  await page.mouse.move(0, 0);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, `${name}.webp`), await asWebp(page, png));
};
