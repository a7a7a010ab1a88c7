// A reporter for Vitest and Playwright: appends one line of JSON for each finished test file to the file TEST_RESULTS. An interrupted run keeps
// the results of the files that were finished (scripts/lib/full-results.mjs).
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../tools.mjs';

const write = (file, counts, ms) => {
  if ((process.env.TEST_RESULTS ?? '') === '') return;
  appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify({ file: relative(root, file), ...counts, ms })}\n`);
};

export default class FileResultsReporter {
  #files = new Map();

  /** Vitest: all tests of a file ended. */
  onTestModuleEnd(module) {
    const counts = { passed: 0, failed: module.state() === 'failed' ? 1 : 0, skipped: 0 };
    let failed = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') counts.passed += 1;
      else if (state === 'failed') failed += 1;
      else counts.skipped += 1;
    }
    counts.failed = Math.max(counts.failed, failed);
    write(module.moduleId, counts, Math.round(module.diagnostic().duration));
  }

  /** Playwright: the tests of a file run once for each project that includes them. */
  onBegin(_config, suite) {
    for (const test of suite.allTests()) {
      // A test that a helper declares belongs to the spec that called the helper.
      let of = test.parent;
      while (of.type !== 'file') of = of.parent;
      const spec = of.location?.file ?? test.location.file;
      const file = this.#files.get(spec) ?? { left: 0, ms: 0, passed: 0, failed: 0, skipped: 0 };
      file.left += 1;
      this.#files.set(spec, file);
    }
  }

  onTestEnd(test, result) {
    let of = test.parent;
    while (of.type !== 'file') of = of.parent;
    const spec = of.location?.file ?? test.location.file;
    const file = this.#files.get(spec);
    if (file === undefined) return;
    const outcome = result.status === 'skipped' ? 'skipped' : test.outcome() === 'expected' ? 'passed' : 'failed';
    file[outcome] += 1;
    file.ms += result.duration;
    file.left -= 1;
    const { left, ms, ...counts } = file;
    if (left === 0) write(spec, counts, ms);
  }

  printsToStdio() {
    return false;
  }
}
