// Unit and contract tests. Each worker copies one migrated template database per test domain.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bench,lib,server,components,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['server/testing/template.ts'],
    setupFiles: ['server/testing/setup.ts'],
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]], // Read by scripts/coverage-rows.mjs.
    // For a test that hangs: one that passes takes no longer, and a machine may be doing ten other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
