// Fails when the client exports something that only tests use. Part of `npm run check`.
import { unusedExports } from './lib/unused-exports.mjs';
import { root } from './tools.mjs';

const CLIENT = ['packages/domain/src/**/*.ts', 'packages/ui/src/**/*.{ts,tsx}', 'apps/desktop/src/**/*.{ts,tsx}'];
const USERS = ['packages/ui/catalogue/**/*.tsx', 'tests/bench/**/*.ts', 'examples/*.ts'];
const unused = unusedExports(root, CLIENT, USERS);
for (const one of unused) console.error(`only tests use ${one}`);
process.exit(unused.length === 0 ? 0 : 1);
