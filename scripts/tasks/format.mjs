// npm run format: writes every file in the project's format.
import { run } from '../tools.mjs';

run('prettier', ['--write', '--log-level', 'warn', ...(process.argv.length > 2 ? process.argv.slice(2) : ['.'])]);
