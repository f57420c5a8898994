import type { Reporter, TestModule } from 'vitest/node';

/**
 * The closing line that CI reads. What could not run because its file or its setup broke shows as the failure that
 * broke it; tests that were left out on purpose (`skip`, `-t`) count as neither, and are named in a line before.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length;
      for (const test of module.children.allTests()) count[test.result().state]++;
    }
    const unfinished = count.skipped + count.pending;
    if (unfinished > 0) process.stdout.write(`\n${unfinished} did not run`);
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
  }
}
