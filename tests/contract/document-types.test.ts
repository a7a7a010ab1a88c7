/**
 * The comments of a command and its fields appear in the declarations of the package, where an editor looks for them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';

const documenter = new URL('../../scripts/lib/document-types.mjs', import.meta.url).href;
const reader = new URL('../../scripts/lib/source-fields.mjs', import.meta.url).href;

/** The comment of every member of every type in a file, by name, as an editor shows it. */
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

/** A folder with a package `sdk` in it. */
const packagesOf = (files: Readonly<Record<string, string>>): string => {
  const packages = mkdtempSync(join(tmpdir(), 'boxwood-words-'));
  onTestFinished(() => {
    rmSync(packages, { recursive: true });
  });
  for (const [name, text] of Object.entries({ 'command-bus/src/codecs/index.ts': WIRE_PATH, ...files })) {
    mkdirSync(join(packages, dirname(name)), { recursive: true });
    writeFileSync(join(packages, name), text);
  }
  return packages;
};

const documented = (
  files: Readonly<Record<string, string>>,
  declarations: string,
): Readonly<Record<string, string>> => {
  const packages = packagesOf({ 'sdk/dist/all.d.ts': declarations, ...files });
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
    user: 'A user id.',
    path: 'An absolute path.',
    day: 'Those of that day.',
    one: 'Its own.',
    count: '',
    paths: 'At most 500.',
  });
});

it('an answer is explained as deep as it goes, also of a command that a function declares', () => {
  const said = documented(
    {
      'sdk/src/commands.ts': `
        const Item = struct({
          /** Name of the item. */
          n: str,
        });
        const ask = (name, cmd) => command({ name, cmd, params: nothing, result: struct({
          /** The newest first. */
          list: list(Item),
        }, {
          /** What became of it. */
          more: mapOf(struct({
            /** How often. */
            times: int,
          })),
        }) });
        export const AskThat = ask('AskThat', 'THAT');`,
    },
    `declare const AskThat: Readonly<{
  readonly form: "positional";
} & {
  readonly name: "AskThat";
  readonly result: Codec<{
    list: readonly {
      n: string;
    }[];
    more?: Readonly<Record<string, {
      times: number;
    }>>;
  }, unknown>;
}>;
`,
  );
  expect(said).toMatchObject({
    list: 'The newest first.',
    n: 'Name of the item.',
    more: 'What became of it.',
    times: 'How often.',
  });
});

it('of several forms each has its own words, and where nobody can tell which it is, there are none', () => {
  const one = (words: string, type: string) => `struct({
          /** ${words} */
          type: ${type},
          source: str, target: str,
        })`;
  const written = (type: string) => `{
    type: ${type};
    source: string;
    target: string;
  }`;
  const files = {
    'sdk/src/commands.ts': `
      const forms = either(${one('Copies, or moves.', "oneOf(['COPY', 'MOVE'])")}, ${one('Brings in.', "oneOf(['DOWN'])")});
      const Task = refine('task', (u): u is TypeOf<typeof forms> => forms.is(u));
      export const AddTask = command({ name: 'AddTask', params: Task });
      const Apart = ${one('Something else.', 'str')};`,
  };
  const declared = (params: string) =>
    `declare const AddTask: Readonly<{\n  readonly name: "AddTask";\n  readonly params: Codec<${params}>;\n}>;\n`;
  expect(documented(files, declared(written('"MOVE" | "COPY"')))['type']).toBe('Copies, or moves.');
  expect(documented(files, declared(`${written('"COPY" | "MOVE"')} | ${written('"DOWN"')}`))['type']).toBe(
    'Brings in.',
  );
  expect(documented(files, `declare const nobody: () => ${written('"DOWN"')};\n`)['type']).toBe('');
});

/** The fields of a package's sources with a comment, and those without. */
const lookedAt = (src: string): { readonly looked: number; readonly mute: readonly string[] } => {
  const script = `import { muteFields } from '${reader}';
    const { looked, mute } = muteFields(${JSON.stringify(src)});
    console.log([looked, ...mute].join('\\n'));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const [looked, ...mute] = said.trim().split('\n');
  return { looked: Number(looked), mute };
};

it('a field without words is found in what is taken, sent beside it and answered, and in a codec with a name', () => {
  const packages = packagesOf({
    'sdk/src/a.ts': `
      /** A user id. */
      const UserId = text();
      const Item = struct({ n: str }, {
        /** Size. */
        s: int,
      });
      export const ListSome = command({ name: 'ListSome',
        params: positional({ user: UserId, path: wirePath }, { key: 'ids', codec: list() }),
        more: struct({}, { keep: str }),
        result: struct({ list: list(Item) }),
      });
      export const Alone = where('Alone', struct({ k: int }), () => true);`,
  });
  expect(lookedAt(join(packages, 'sdk/src'))).toEqual({
    mute: [
      'a.ts: ListSome.params.ids',
      'a.ts: ListSome.more.keep',
      'a.ts: ListSome.result.list',
      'a.ts: ListSome.result.list.n',
      'a.ts: Alone.k',
    ],
    looked: 8,
  });
});

it.each([
  ['box-sdk', 1400],
  ['account-sdk', 250],
])('every field of %s has words (B3)', (name, least) => {
  const src = fileURLToPath(new URL(`../../packages/${name}/src`, import.meta.url));
  const { looked, mute } = lookedAt(src);
  expect(mute).toEqual([]);
  expect(looked).toBeGreaterThan(least);
});
