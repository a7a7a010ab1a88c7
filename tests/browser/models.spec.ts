import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { OWNER, signInByForm, win } from './desktop-page.ts';

for (const model of ['N2', 'N3', 'G2'])
  test(`PROD-20: a box is an ${model}, and says so @full`, async ({ page }) => {
    test.slow();
    const box = await startBoxProcess({ args: ['--model', model] });
    try {
      await signInByForm(page, OWNER, box.origin);
      await page.getByRole('button', { name: /^Box / }).click();
      await page.getByRole('menuitem', { name: 'Box info' }).click();
      await expect(win(page, 'Box Info').locator('dt', { hasText: 'Model' }).locator('+ dd')).toHaveText(model);
    } finally {
      await box.remove();
    }
  });

test('PROD-20: there is no other model @full', async () => {
  test.slow();
  for (const model of ['N1', 'n2'])
    await expect(startBoxProcess({ args: ['--model', model] })).rejects.toThrow('is not one of N2, N3, G2');
});
