/**
 * Combines the phone screens that `screens.spec.ts` has taken into a few sheets:
 * `docs/pictures/sheet-<look>-<number>.webp`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The grid of screens on a sheet. */
const COLUMNS = 4;
const ROWS = 2;
/** Maximum bytes of a sheet, and its WebP quality, 0 to 1. */
const MOST = 150_000;
const QUALITY = 0.72;

for (const look of ['light-en-US', 'dark-zh-CN'] as const)
  test(`sheets: 390 ${look}`, async ({ page }) => {
    const from = at(`.cache/pictures/390-${look}`);
    expect(existsSync(from), 'take the screens first: npm run pictures -- -g 390').toBe(true);
    const screens = readdirSync(from).toSorted();
    const each = COLUMNS * ROWS;
    for (let sheet = 0; sheet * each < screens.length; sheet++) {
      const shown = screens.slice(sheet * each, (sheet + 1) * each);
      const base64 = await page.evaluate(
        async ([pictures, columns, quality]) => {
          const [width, height, gap] = [300, 649, 12];
          const rows = Math.ceil(pictures.length / columns);
          const canvas = new OffscreenCanvas(columns * (width + gap) + gap, rows * (height + gap) + gap);
          const context = canvas.getContext('2d');
          if (context === null) return '';
          context.fillStyle = '#808880';
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.imageSmoothingQuality = 'high';
          for (const [index, picture] of pictures.entries()) {
            const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
            const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
            const x = gap + (index % columns) * (width + gap);
            context.drawImage(bitmap, x, gap + Math.floor(index / columns) * (height + gap), width, height);
          }
          const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
          return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (one) => String.fromCharCode(one)).join(''));
        },
        [shown.map((name) => readFileSync(join(from, name)).toString('base64')), COLUMNS, QUALITY] as const,
      );
      const bytes = Buffer.from(base64, 'base64');
      expect(bytes.length, shown.join()).toBeLessThanOrEqual(MOST);
      writeFileSync(join(at('docs/pictures'), `sheet-${look}-${sheet + 1}.webp`), bytes);
    }
  });
