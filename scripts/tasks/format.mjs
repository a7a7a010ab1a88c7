// npm run format: formats every file.
import { run } from '../tools.mjs';

run('prettier', ['--write', '--log-level', 'warn', ...(process.argv.length > 2 ? process.argv.slice(2) : ['.'])]);
