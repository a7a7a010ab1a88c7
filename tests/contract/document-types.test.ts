/** The words that a source says of a command and of its fields are where an editor looks for them: in the declarations of the package. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';

const documenter = new URL('../../scripts/lib/document-types.mjs', import.meta.url).href;

/** What is said of every member of every type in a file, by its name, as an editor says it. */
const saidIn = (file: string): Readonly<Record<string, string>> => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const said: Record<string, string> = {};
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) || ts.isMethodSignature(node))
      said[node.name.getText()] = ts
        .getJSDocCommentsAndTags(node)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
        .join();
    ts.forEachChild(node, visit);
  };
  visit(source);
  return said;
};

const documented = (
  files: Readonly<Record<string, string>>,
  declarations: string,
): Readonly<Record<string, string>> => {
  const packages = mkdtempSync(join(tmpdir(), 'boxwood-words-'));
  onTestFinished(() => {
    rmSync(packages, { recursive: true });
  });
  const written = { 'sdk/dist/all.d.ts': declarations, 'command-bus/src/codecs/index.ts': WIRE_PATH, ...files };
  for (const [name, text] of Object.entries(written)) {
    mkdirSync(join(packages, dirname(name)), { recursive: true });
    writeFileSync(join(packages, name), text);
  }
  const run = `import { documentTypes } from '${documenter}'; documentTypes(${JSON.stringify(join(packages, 'sdk'))})`;
  execFileSync(process.execPath, ['--input-type=module', '-e', run]);
  return saidIn(join(packages, 'sdk/dist/all.d.ts'));
};
const WIRE_PATH = '/** An absolute path. */\nexport const wirePath = refine();';

it('words that the writer of declarations left at the end of a line stand before the member that they are about', () => {
  const said = documented(
    { 'sdk/src/connect.ts': '' },
    'type Connection = {\n  readonly base: string; /** Whose it is. */\n  readonly user: string; /** Ends it. */\n  signOut(): void;\n};\n',
  );
  expect(said).toEqual({ base: '', user: 'Whose it is.', signOut: 'Ends it.' });
});

it('what a command takes is explained however few its fields are: by their own words, else by those of the codec they name', () => {
  const said = documented(
    {
      'sdk/src/limits.ts':
        '/** A user id. */\nexport const UserId = text(1, 64);\n/** Of others. */\nexport const one = text();',
      'sdk/src/filter.ts': 'export const Filter = {\n  /** Those of that day. */\n  day: text(),\n} as const;',
      'sdk/src/commands.ts': `
        /** Its own. */
        const one = text();
        const rest = {
          /** At most 500. */
          key: 'paths', codec: list(),
        } as const;
        export const ListSome = command({ name: 'ListSome', params: struct({ user: UserId, path: wirePath }, { ...Filter, one }) });
        export const DropSome = command({ name: 'DropSome', params: positional({ count: int }, rest) });`,
    },
    `declare const ListSome: Readonly<{
  readonly name: "ListSome";
  readonly params: Codec<{
    user: string;
    path: string;
    day?: string;
    one?: string;
  }, unknown>;
}>;
declare const DropSome: Readonly<{
  readonly name: "DropSome";
  readonly params: Codec<{
    count: number;
    readonly paths: readonly string[];
  }, unknown>;
}>;
`,
  );
  expect(said).toMatchObject({
    ...{ user: 'A user id.', path: 'An absolute path.', day: 'Those of that day.', one: 'Its own.' },
    ...{ count: '', paths: 'At most 500.' },
  });
});
