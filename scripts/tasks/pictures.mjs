// npm run pictures [-- -g "1280x800 light en"]: takes the pictures of docs/pictures of the built desktop.
import { buildChanged } from '../lib/build.mjs';
import { run } from '../tools.mjs';

await buildChanged(['sdk', 'desktop']);
run('playwright', ['test', '--config', 'tests/pictures/playwright.config.ts', ...process.argv.slice(2)]);
