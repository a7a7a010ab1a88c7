// The SDKs as a user gets them: packed and installed in an empty project.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { muteFields, readDeclarations, untypedCommands } from './typed-commands.mjs';
import { fail, root, run, toolEnv } from '../tools.mjs';

export const SDK_FOLDERS = ['command-bus', 'box-sdk', 'account-sdk', 'box-simulator'].map((name) => `packages/${name}`);

/** Packs the built packages into `folder`. @returns name and tarball of each */
export const packSdks = (folder) =>
  SDK_FOLDERS.map((at) => {
    run('pnpm', ['pack', '--pack-destination', folder], { cwd: join(root, at), stdio: 'ignore' });
    const name = basename(at);
    const file = readdirSync(folder).find((one) => one.startsWith(`boxwood-${name}-`) && one.endsWith('.tgz'));
    return file === undefined ? fail(`${name} was not packed`) : { name, file: join(folder, file) };
  });

/** Dependencies of the packages, and the package of this workspace that has each. */
const STANDS_ON = { 'io-ts': 'packages/command-bus', 'fp-ts': 'packages/command-bus', commander: 'apps/cli' };

/** The dependencies from this workspace, for a machine without a registry. */
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
  fail(`The packed declarations have ${places.length} problems: ${why}.`);
};

/**
 * Ends this process if a type of a command is `any`, because programs that use it would not be checked, or if a field of a
 * command has no comment for editors.
 */
export const refuseUntold = (project) => {
  const declarations = readDeclarations(project);
  refuse(untypedCommands(declarations), 'the type is `any` or cannot be read');
  refuse(muteFields(declarations), 'the field has no comment (see its source, or scripts/lib/document-types.mjs)');
};
