import { defineConfig } from 'vitest/config';

/** The box and its helper on a machine whose disks may be pulled: one start of each kind of machine, all checks in it. Beside the other tiers everything takes twice as long. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    maxWorkers: 1,
    projects: ['arrays', 'kernel', 'hardware'].map((name) => ({
      test: {
        name,
        include: [`${name}/**/*.test.ts`],
        globalSetup: 'setup.ts',
        environment: 'node',
        testTimeout: 1_200_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 240_000 } },
      },
    })),
  },
});
