// A process that runs test files again and again, for scripts/lib/mutation.mjs; killed from outside when a mutant never ends.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

const { root, config, project, patience } = JSON.parse(process.argv[2]);
process.chdir(root);
const vitest = await createVitest('test', {
  root,
  ...(config === null ? {} : { config }),
  ...(project === null ? {} : { project: [project] }),
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: patience,
  hookTimeout: patience,
  reporters: [{}],
  silent: true,
  coverage: { enabled: false },
  // Loads the configuration without a temporary file: nothing here may be written.
  configLoader: 'runner',
});
await vitest.standalone();
const specs = new Map();

process.on('message', ({ changed, test }) => {
  const run = async () => {
    for (const file of changed) vitest.invalidateFile(file);
    if (!specs.has(test)) specs.set(test, await vitest.globTestSpecifications([test]));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs.get(test));
    vitest.state.clearErrors?.();
    // All files that ever ran are reported: a failure of an earlier mutant does not count for this one.
    const asked = testModules.filter(({ moduleId }) => moduleId === join(process.cwd(), test));
    const ran = asked.length > 0;
    return { passed: ran && unhandledErrors.length === 0 && asked.every((module) => module.ok()), ran };
  };
  run().then(
    (answer) => process.send(answer),
    (failure) => process.send({ passed: false, ran: true, failure: String(failure) }),
  );
});
process.send({ ready: true });
process.on('disconnect', () => process.exit());
