import type { RecordedAction } from './recorded-actions.ts';
import type { JournalEntry } from './journal-model.ts';
import { HIDDEN_ITEM_KIND } from './journal-model.ts';

/** A script, and the actions that it cannot repeat. */
export interface ReplayScript {
  readonly text: string;
  readonly leftOut: readonly JournalEntry[];
}

/** Helper functions of a script besides the methods of a connection; a script contains only those that it uses. */
const SCRIPT_HELPERS = {
  run: {
    imports: ['type NewTask'],
    text: `const run = async (task: NewTask) => {
  const ended = await box.tasks.wait((await box.tasks.add(task)).id);
  if (ended.outcome !== 'done') throw new Error(\`\${task.type} \${task.source}: \${ended.outcome}\`);
};`,
  },
  upload: {
    imports: ['BoxFailure', 'uploadFile'],
    text: `/** Sends a file that lies below \`files\` as it shall lie on the box. */
const upload = async (path: string) => {
  const from = join(files, path.startsWith(home) ? path.slice(home.length) : path);
  const sent = await uploadFile(box, await localFile(from, path));
  if (sent._tag === 'Left') throw new BoxFailure(sent.left, path);
};`,
  },
  inBin: {
    imports: ['ListTrash'],
    text: `/** Ids of what lies in the recycle bin, by where it was. */
const inBin = async (paths: readonly string[]) => {
  const ids = new Map<string, string>();
  for await (const { id, p, n } of box.each(ListTrash, { order: '5', desc: 0 })) ids.set(\`\${p}/\${n}\`, id);
  return paths.map((path) => ids.get(path) ?? '');
};`,
  },
} as const;
type ScriptHelper = keyof typeof SCRIPT_HELPERS;

interface ScriptLine {
  readonly code: string;
  readonly helper?: ScriptHelper;
}

/** Maximum number of paths in one call. */
const MAX_PATHS_PER_CALL = 500;

const chunks = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / MAX_PATHS_PER_CALL) }, (_, index) =>
    all.slice(index * MAX_PATHS_PER_CALL, (index + 1) * MAX_PATHS_PER_CALL),
  );

/** The script lines that repeat an action; null when the journal has too little information. */
const scriptLinesOf = (
  { entry, items, asked }: RecordedAction,
  path: (path: string) => string,
): readonly ScriptLine[] | null => {
  const itemsOfKind = (...kinds: readonly string[]) => items.filter(({ kind }) => kinds.includes(kind));
  const list = (paths: readonly string[]): string => `[${paths.map(path).join(', ')}]`;
  // The journal does not give the paths of items in a locked area.
  if (items.some(({ kind }) => kind === HIDDEN_ITEM_KIND)) return null;
  if (asked !== undefined) {
    const fields = [
      `user: box.user, type: '${asked.cmd}', source: ${path(asked.source)}`,
      ...(asked.cmd === 'REMOVE' ? [] : [`target: ${path(asked.target)}`]),
      ...(asked.cmd === 'COMPRESS' ? [`names: ${JSON.stringify(asked.names)}`] : []),
      ...(asked.conflict === 0 || ['REMOVE', 'EMOVE', 'DMOVE', 'DECOMPRESS'].includes(asked.cmd)
        ? []
        : [`conflict: ${asked.conflict}`]),
    ];
    return [{ code: `await run({ ${fields.join(', ')} });`, helper: 'run' }];
  }
  switch (entry.action) {
    case 'new-folder':
      // One call makes a folder with its missing parents, so a folder that contains another new one was made by that
      // call.
      return itemsOfKind('made-folder')
        .filter(({ path: one }, _, all) => !all.some((other) => other.path.startsWith(`${one}/`)))
        .map(({ path: one }) => ({ code: `await box.files.makeFolder({ path: ${path(one)} });` }));
    case 'move':
    case 'rename':
      return itemsOfKind('moved').map(({ path: source, target = '' }) => ({
        code: `await box.files.move({ source: ${path(source)}, target: ${path(target)} });`,
      }));
    case 'batch-rename':
      return chunks(itemsOfKind('moved')).map((chunk) => ({
        code: `await box.files.rename({ renames: [${chunk
          .map(({ path: source, target = '' }) => `\n  { source: ${path(source)}, target: ${path(target)} },`)
          .join('')}\n] });`,
      }));
    case 'trash':
      return chunks(itemsOfKind('trashed')).map((chunk) => ({
        code: `await box.trash.put({ paths: ${list(chunk.map((item) => item.path))} });`,
      }));
    case 'restore':
      return chunks(itemsOfKind('restored')).map((chunk) => ({
        code: `await box.trash.restore({ ids: await inBin(${list(chunk.map((item) => item.path))}) });`,
        helper: 'inBin',
      }));
    case 'remove':
      return [
        ...chunks(itemsOfKind('removed')).map((chunk) => ({
          code: `await box.files.remove({ paths: ${list(chunk.map((item) => item.path))} });`,
        })),
        ...chunks(itemsOfKind('emptied')).map((chunk) => ({
          code: `await box.trash.remove({ ids: await inBin(${list(chunk.map((item) => item.path))}) });`,
          helper: 'inBin' as const,
        })),
      ];
    case 'upload':
      return itemsOfKind('created').map((item) => ({ code: `await upload(${path(item.path)});`, helper: 'upload' }));
    // These run as tasks, and the task's parameters were not recorded.
    case 'copy':
    case 'compress':
    case 'extract':
    case 'encrypt':
    case 'decrypt':
    case 'download':
      return null;
    default:
      // An action of a later version of the box.
      return null;
  }
};

/** Date and time in UTC, for a comment. */
const formatMoment = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A path as a TypeScript expression: paths below the user's home folder are relative to the home of the user who runs
 * the script.
 */
const pathExpression =
  (home: string) =>
  (path: string): string => {
    if (path !== home && !path.startsWith(`${home}/`)) return JSON.stringify(path);
    const below = JSON.stringify(path.slice(home.length)).slice(1, -1);
    return `\`\${home}${below.replaceAll(/`|\$\{/g, String.raw`\$&`)}\``;
  };

/**
 * Creates a TypeScript script that repeats recorded actions: at another box, or for another user, because paths below
 * `home` (`/mnt/usb1/ann`) are relative to the home of the user who runs it. It uses `@boxwood/box-sdk`, and reads
 * uploaded files from a folder of the computer where it runs. Actions with too little information become comments, and
 * are listed in `leftOut`.
 *
 * @example
 * ```ts
 * const { text } = createReplayScript(await listRecordedActions(box, Date.now() / 1000 - 3600), '/mnt/usb1/ann');
 * ```
 */
export const createReplayScript = (actions: readonly RecordedAction[], home: string): ReplayScript => {
  const path = pathExpression(home);
  const usedHelpers = new Set<ScriptHelper>();
  const leftOut: JournalEntry[] = [];
  const body: string[] = [];
  for (const action of actions) {
    const { entry } = action;
    const lines = scriptLinesOf(action, path);
    body.push(`// ${formatMoment(entry.time)} ${entry.action}`);
    if (lines === null || lines.length === 0) {
      leftOut.push(entry);
      body.push(`// left out, the box does not know enough of it: ${JSON.stringify(entry.path)}`);
    } else
      for (const { code, helper } of lines) {
        body.push(code);
        if (helper !== undefined) usedHelpers.add(helper);
      }
  }
  const helpers = (['run', 'upload', 'inBin'] as const).filter((name) => usedHelpers.has(name));
  const imports = ['connect', ...helpers.flatMap((name): readonly string[] => SCRIPT_HELPERS[name].imports)];
  const sorted = imports.toSorted((one, other) => (one.replace('type ', '') < other.replace('type ', '') ? -1 : 1));
  const header = [
    '// Run it with node, and BOX_URL, BOX_USER and BOX_PASSWORD in the environment.',
    ...(usedHelpers.has('upload') ? ["import { join } from 'node:path';"] : []),
    `import { ${sorted.join(', ')} } from '@boxwood/box-sdk';`,
    ...(usedHelpers.has('upload') ? ["import { localFile } from '@boxwood/box-sdk/node';"] : []),
    '',
    "const { BOX_URL = '', BOX_USER = '', BOX_PASSWORD = '' } = process.env;",
    ...(usedHelpers.has('upload') ? ["const [, , files = '.'] = process.argv; // what was uploaded lies here"] : []),
    'const box = await connect(BOX_URL, { user: BOX_USER, password: BOX_PASSWORD });',
    'const home = `/mnt/usb1/${box.user}`;',
    ...helpers.map((name) => SCRIPT_HELPERS[name].text),
    '',
  ];
  return { text: [...header, ...body, 'await box.signOut();', ''].join('\n'), leftOut };
};
