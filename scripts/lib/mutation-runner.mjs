// A process that runs test files again and again, for scripts/lib/mutation.mjs; ended from outside when a mutant never ends.
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
  // Loads the configuration without writing it anywhere first: nothing here may be written.
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
    // All that ever ran are told, also those that another mutant made fail.
    const asked = new Set(specs.get(test).map(({ moduleId }) => moduleId));
    const own = testModules.filter(({ moduleId }) => asked.has(moduleId));
    const ran = own.length > 0;
    return { passed: ran && unhandledErrors.length === 0 && own.every((module) => module.ok()), ran };
  };
  run().then(
    (answer) => process.send(answer),
    (failure) => process.send({ passed: false, ran: true, failure: String(failure) }),
  );
});
process.send({ ready: true });
process.on('disconnect', () => process.exit());
