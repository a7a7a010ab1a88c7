// `node --import`: reports the functions of sources that Node runs itself. TypeScript is loaded with the first of them.
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OURS = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;
let hits;
// Older versions of Node, under which tests start programs to see their refusal, have no hooks.
if (process.env.TEST_RECORD && nodeModule.registerHooks !== undefined)
  nodeModule.registerHooks({
    load: (url, context, next) => {
      const path = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : '';
      if (!path.startsWith(root) || !OURS.test(path.slice(root.length))) return next(url, context);
      hits ??= nodeModule.createRequire(import.meta.url)('./hits.mjs');
      const name = hits.sourceName(path);
      if (name === null) return next(url, context);
      return {
        format: 'module-typescript',
        shortCircuit: true,
        source: hits.withHits(name, readFileSync(path, 'utf8')),
      };
    },
  });
