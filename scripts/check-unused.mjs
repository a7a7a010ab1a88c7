// Fails when the client exports what nobody but tests uses. Part of `npm run check`.
import { unusedExports } from './lib/unused-exports.mjs';
import { root } from './tools.mjs';

const CLIENT = ['packages/domain/src/**/*.ts', 'packages/ui/src/**/*.{ts,tsx}', 'apps/desktop/src/**/*.{ts,tsx}'];
const USERS = ['packages/ui/catalogue/**/*.tsx', 'tests/bench/**/*.ts', 'examples/*.ts'];
const unused = unusedExports(root, CLIENT, USERS);
for (const one of unused) console.error(`nobody but tests uses ${one}`);
process.exit(unused.length === 0 ? 0 : 1);
