import { test as base } from '@playwright/test';
import { AddTask, MakeFolder } from '@boxwood/box-sdk';
import { type Catalogue, serveCatalogue } from '../browser/catalogue-server.ts';
import { type BoxProcess, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** Copies that the task centre shows. */
const DONE = [
  ['Documents', 'Backup'],
  ['Music', 'Backup'],
  ['Photos', 'Backup'],
  ['Videos', 'Backup'],
] as const;

/**
 * The boxes in the pictures: one with the demo users and some history, one without an owner, and the component
 * catalogue.
 */
export const test = base.extend<
  object,
  { readonly demo: BoxProcess; readonly fresh: BoxProcess; readonly catalogue: Catalogue }
>({
  /* eslint-disable no-empty-pattern -- Playwright reads the names from the pattern */
  demo: [
    async ({}, use) => {
      const box = await startBoxProcess({ withUsers: false, args: ['--demo'] });
      const annabel = await signIn(box.origin, OWNER);
      const root = `/mnt/usb1/${OWNER}`;
      await annabel.send(MakeFolder, { path: `${root}/Backup` });
      for (const [source, target] of DONE)
        await annabel.send(AddTask, {
          user: OWNER,
          type: 'COPY',
          source: `${root}/${source}`,
          target: `${root}/${target}`,
          conflict: 1,
        });
      await use(box);
      await box.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  fresh: [
    async ({}, use) => {
      const box = await startBoxProcess({ withUsers: false });
      await use(box);
      await box.remove();
    },
    { scope: 'worker' },
  ],
  catalogue: [
    async ({}, use) => {
      const catalogue = await serveCatalogue();
      await use(catalogue);
      await catalogue.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /* eslint-enable no-empty-pattern */
});
