// Holds the tests to the catalogue of checks: in a run of all rules, each check refuses something. The set-up of each test notes what
// refused while it ran.
import type { Reporter, TestModule } from 'vitest/node'
import { CHECK_NAMES } from '../../lib/checks/checks.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The checks that refused while the test ran. */
    refused?: readonly string[]
  }
}

/** Fails a run in which a check refused nothing in any test that passed. */
export class EveryCheck implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')])
    const refused = new Set(passed.flatMap((test) => test.meta().refused ?? []))
    const idle = CHECK_NAMES.filter((name) => !refused.has(name))
    if (idle.length === 0) return
    process.exitCode = 1
    process.stderr.write(
      `No test provokes ${idle.join(', ')}: each check of lib/checks/ has a test in which it refuses.\n`,
    )
  }
}
