// The SDKs as somebody gets them: packed, and installed in an empty project.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { muteFields, readDeclarations, untypedCommands } from './typed-commands.mjs';
import { fail, root, run, toolEnv } from '../tools.mjs';

export const SDK_FOLDERS = ['command-bus', 'box-sdk', 'account-sdk', 'box-simulator'].map((name) => `packages/${name}`);

/** Packs what was built into `folder`; answers with the name and the tarball of each. */
export const packSdks = (folder) =>
  SDK_FOLDERS.map((at) => {
    run('pnpm', ['pack', '--pack-destination', folder], { cwd: join(root, at), stdio: 'ignore' });
    const name = basename(at);
    const file = readdirSync(folder).find((one) => one.startsWith(`boxwood-${name}-`) && one.endsWith('.tgz'));
    return file === undefined ? fail(`${name} was not packed`) : { name, file: join(folder, file) };
  });

/** What the packages stand on, and who has it in this workspace. */
const STANDS_ON = { 'io-ts': 'packages/command-bus', 'fp-ts': 'packages/command-bus', commander: 'apps/cli' };

/** Those packages out of this workspace: for a machine without a registry. */
const fromWorkspace = (work) =>
  Object.fromEntries(
    Object.entries(STANDS_ON).map(([name, at]) => {
      const copy = join(work, name);
      cpSync(realpathSync(join(root, at, 'node_modules', name)), copy, { recursive: true });
      return [name, `file:${copy}`];
    }),
  );

/** A new project below `work` that uses the tarballs, those of the SDKs or the command line as well. */
export const installPacked = (tarballs, work) => {
  const project = join(work, 'project');
  mkdirSync(project);
  const dependencies = Object.fromEntries(tarballs.map(({ name, file }) => [`@boxwood/${name}`, `file:${file}`]));
  const describe = (more) => {
    const manifest = { private: true, type: 'module', dependencies: { ...dependencies, ...more } };
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  };
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  describe({});
  if (spawnSync('npm', args, { cwd: project, env: toolEnv(), stdio: 'ignore' }).status === 0) return project;
  console.log(`The registry cannot be reached: ${Object.keys(STANDS_ON).join(', ')} come from the workspace.`);
  describe(fromWorkspace(work));
  run('npm', [...args, '--install-links'], { cwd: project });
  return project;
};

const refuse = (places, why) => {
  if (places.length === 0) return;
  for (const place of places.slice(0, 20)) console.error(place);
  fail(`The packed declarations are no good in ${places.length} places: ${why}.`);
};

/**
 * Ends this process when the types of a command say nothing, for a program that is checked against them would not be checked; and when an editor has no
 * words for a field of one.
 */
export const refuseUntold = (project) => {
  const declarations = readDeclarations(project);
  refuse(untypedCommands(declarations), 'what stands there is `any` or cannot be read');
  refuse(
    muteFields(declarations),
    'nothing is said of what the field means (its source, or scripts/lib/document-types.mjs)',
  );
};
