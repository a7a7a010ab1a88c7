/** Every `ts` example in a doc comment of the SDKs compiles against the current SDK. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as accountEntry from '@boxwood/account-sdk';
import * as accountMessages from '@boxwood/account-sdk/messages';
import * as accountRules from '@boxwood/account-sdk/rules';
import * as boxEntry from '@boxwood/box-sdk';
import * as boxMessages from '@boxwood/box-sdk/messages';
import * as boxRules from '@boxwood/box-sdk/rules';
import { expect, it } from 'vitest';
import { root, compileErrors } from './compile-snippets.ts';

/** Names that an example may use without declaring them: a client, and values that its reader has. */
const VALUES = ['token', 'key', 'password', 'code', 'appIdSecurity', 'appKey', 'verifier', 'uuid'];
const PRELUDES = {
  'box-sdk': `import * as entry from '@boxwood/box-sdk';
import * as messages from '@boxwood/box-sdk/messages';
import * as rules from '@boxwood/box-sdk/rules';
const sdk = { ...entry, ...messages, ...rules };
declare const box: entry.BoxClient; declare const client: entry.Client;`,
  'account-sdk': `import * as entry from '@boxwood/account-sdk';
import * as messages from '@boxwood/account-sdk/messages';
import * as rules from '@boxwood/account-sdk/rules';
const sdk = { ...entry, ...messages, ...rules };
declare const account: entry.AccountClient; declare const client: entry.Client;`,
};

interface Example {
  readonly name: string;
  readonly code: string;
}

/** Examples of one source file, named after file and line. */
const examplesIn = (file: string): readonly Example[] => {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^ *\* ```ts\n((?: *\*.*\n)*?) *\* ```$/gm)].map((match) => ({
    name: `${file.slice(root.length)}:${source.slice(0, match.index).split('\n').length}`,
    code: (match[1] ?? '').replaceAll(/^ *\* ?/gm, ''),
  }));
};

/** The minimum number of examples; fewer would mean that they are not found. */
const SDKS = [
  ['box-sdk', 200, [boxEntry, boxMessages, boxRules]],
  ['account-sdk', 2, [accountEntry, accountMessages, accountRules]],
] as const;

it.each(SDKS)('every example in the documentation of %s compiles', { timeout: 120_000 }, (name, least, entries) => {
  const folder = join(root, 'packages', name);
  const examples = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => examplesIn(join(folder, 'src', file)));
  expect(examples.length).toBeGreaterThan(least);
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const places = new Map<string, string>();
  const texts = new Map(
    examples.map(({ name: at, code }, i) => {
      const bare = code.replaceAll(/\b\w+:/g, '');
      const own = names.filter((one) => new RegExp(`\\b${one}\\b`).test(bare)).join(', ');
      const free = VALUES.filter((value) => !new RegExp(`(const|let) (\\{[^}]*)?\\b${value}\\b`).test(code));
      const values = free.map((value) => `declare const ${value}: string;`).join(' ');
      const prelude = `${PRELUDES[name]}\n${values}\n${own === '' ? '' : `const { ${own} } = sdk;`}\nexport {};\n`;
      const path = `tests/contract/example-${i}.ts`;
      places.set(path, at);
      return [path, `${prelude}async () => {\n${code}\n};\n`] as const;
    }),
  );
  const wrong = compileErrors(texts, { extends: `packages/${name}/tsconfig.json` });
  expect(wrong.map(({ path, message }) => `${places.get(path) ?? path}: ${message}`)).toEqual([]);
});
