import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** Creates a local folder with these files; a path that ends with `/` is an empty folder. The test removes it. */
export const createLocalFiles = (tree: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'boxwood-computer-'));
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(join(root, path, path.endsWith('/') ? '' : '..'), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(root, path), content);
  }
  return root;
};

type RelativePoint = { readonly x: number; readonly y: number };

/**
 * Drags real local files and folders over a part of the page, with the browser's own drag events. `at` is the relative
 * point inside the target.
 * @returns a function that drops them
 */
export const dragOver = async (
  page: Page,
  target: Locator,
  files: readonly string[],
  at: RelativePoint = { x: 0.5, y: 0.8 },
): Promise<() => Promise<void>> => {
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to drop on');
  const [x, y] = [box.x + box.width * at.x, box.y + box.height * at.y];
  const session = await page.context().newCDPSession(page);
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    });
  await send('dragEnter');
  await send('dragOver');
  return async () => {
    await send('drop');
    await session.detach();
  };
};

/** {@link dragOver}, followed by the drop. */
export const dropOn = async (
  page: Page,
  target: Locator,
  files: readonly string[],
  at?: RelativePoint,
): Promise<void> => {
  const drop = await dragOver(page, target, files, at);
  await drop();
};
