import type { Reporter, TestModule } from 'vitest/node';

/** The closing line that CI reads. A file that cannot be loaded counts as a failure. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed++;
        else failed++;
      }
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  }
}
