// Checks docs/coverage.md: every row names an existing test file that contains the requirement's id. Behaviour that a user
// sees must be tested on a running system, not on a codec, a rule or a reply that the test wrote itself.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

const table = readFileSync(join(root, 'docs', 'coverage.md'), 'utf8');
const rows = [...table.matchAll(/^\| ([A-Z]+-[A-Z]?\d+) \| ([^|]+) \|/gm)].map((m) => ({
  id: m[1],
  file: m[2].trim(),
}));
/** Whether a text names an id, alone or within a range (`VALID-85 to VALID-88`). */
const names = (text, id) => {
  const [, family, number] = /^(.*?)(\d+)$/.exec(id);
  if (new RegExp(`${id}(?!\\d)`).test(text)) return true;
  const ranges = text.matchAll(new RegExp(`${family}(\\d+) to (?:${family})?(\\d+)`, 'g'));
  return [...ranges].some(([, first, last]) => Number(first) <= Number(number) && Number(number) <= Number(last));
};

/** Requirements of a running box, service or page. Tests of a package cannot cover them. */
const SYSTEMS =
  /^(PROD|SCREEN|ACCOUNT|OFFLINE|PLUGIN|CONTAINER|DISK|NET|MOUNT|DDNS|NAT|BACKUP|MEDIA|PHOTO|CLOUDDRIVE|SYSTEM)-/;
/** Exceptions: requirements of shapes or constants. */
const SHAPES = new Set(['DISK-01', 'DISK-02', 'DISK-04', 'NAT-02', 'NAT-03', 'PLUGIN-03']);

const texts = new Map();
const problems = [];
const seen = new Set();
for (const { id, file } of rows) {
  if (seen.has(id)) problems.push(`${id}: listed twice`);
  seen.add(id);
  if (SYSTEMS.test(id) && !SHAPES.has(id) && file.startsWith('packages/'))
    problems.push(`${id}: ${file} runs no box, no service and no page`);
  if (!existsSync(join(root, file))) {
    problems.push(`${id}: no test file ${file}`);
    continue;
  }
  if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8'));
  if (!names(texts.get(file), id)) problems.push(`${id}: ${file} does not name it`);
}
if (rows.length === 0) problems.push('no rows');
// Pages that name a test or a source for a claim: each named file must exist.
for (const page of ['security.md', 'notes/asvs.md', 'notes/mutation.md']) {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  for (const [, path] of text.matchAll(/`((?:apps|packages|tests|scripts)\/[^`*\s]+\.(?:ts|tsx|mjs))`/g))
    if (!existsSync(join(root, path))) problems.push(`docs/${page}: no file ${path}`);
}
/** Each requirement of docs/notes/asvs.md appears once. One that is marked as met names a test or another proof. */
const asvs = [
  ...readFileSync(join(root, 'docs', 'notes', 'asvs.md'), 'utf8').matchAll(
    /^\| (\d+\.\d+\.\d+) \| [^|]+ \| (holds|not here|open) \| (.+) \|$/gm,
  ),
];
const numbers = asvs.map(([, id]) => id);
if (new Set(numbers).size !== numbers.length) problems.push('docs/notes/asvs.md: a requirement is listed twice');
if (numbers.length !== 253) problems.push(`docs/notes/asvs.md: ${numbers.length} requirements of 253`);
for (const [, id, state, why] of asvs)
  if (state === 'holds' && !/`[^`]+`|\]\([./a-z-]+\.md/.test(why))
    problems.push(`docs/notes/asvs.md: ${id} is marked as met without a test or a proof`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${rows.length} requirements name a test that exists`);
