/**
 * Tests the gate against dead code with a package that has some: a whole service behind `export *` that is only used by
 * its tests.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const check = new URL('../../scripts/lib/unused-exports.mjs', import.meta.url).href;
const root = mkdtempSync(join(tmpdir(), 'boxwood-dead-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES: Readonly<Record<string, string>> = {
  'domain/src/index.ts': "export * from './live.ts';\nexport { beside as aside } from './kept/box-kept.ts';",
  'domain/src/live.ts':
    "export * from './kept/box-kept.ts';\nexport * from './tunnels/box-tunnels.ts';\nexport * from './tunnels/port.ts';",
  'domain/src/kept/box-kept.ts':
    'export class BoxKept {}\nexport const beside = 1;\nexport const own = 2;\nexport const twice = own * 2;',
  'domain/src/tunnels/box-tunnels.ts':
    "import { tunnelsPort } from './port.ts';\nexport class BoxTunnels { port = tunnelsPort; }\nexport function openTunnel() {}",
  'domain/src/tunnels/port.ts': 'export const tunnelsPort = null;',
  'domain/src/tunnels/tunnels.test.ts':
    "import { BoxTunnels, openTunnel } from './box-tunnels.ts';\nnew BoxTunnels(); openTunnel();",
  'domain/src/testing/bed.ts':
    "import { BoxTunnels } from '../tunnels/box-tunnels.ts';\nexport const bed = new BoxTunnels();",
  'desktop/src/services.ts':
    "import { BoxKept, twice } from '@boxwood/domain';\nimport { BoxTunnels } from '@boxwood/domain';\nnew BoxKept(); console.log(twice);",
};

it('finds a service that only its tests use, behind `export *` and also where it is only fetched; what is used or renamed is none', async () => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  // A script has no types: its parameters and result are declared here.
  const gate = (await import(check)) as {
    unusedExports: (root: string, owners: readonly string[], users: readonly string[]) => readonly string[];
  };
  expect(gate.unusedExports(root, ['domain/src/**/*.ts'], ['desktop/src/**/*.ts'])).toEqual([
    'BoxTunnels (domain/src/tunnels/box-tunnels.ts)',
    'openTunnel (domain/src/tunnels/box-tunnels.ts)',
  ]);
});
