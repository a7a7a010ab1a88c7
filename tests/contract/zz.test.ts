import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { sdks } from './fixtures.ts';
import { neededOf } from './needed.ts';
it('x', () => { for (const sdk of sdks) writeFileSync(`/tmp/needed-${sdk.name.replace(/\W/g,'')}.txt`, Object.entries(neededOf(sdk)).map(([k, v]) => `${k}: ${v.join(' ')}`).join('\n')); });
