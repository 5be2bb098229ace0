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
    testTimeout: 30_000, // RSA keys and argon2 on a slow machine.
    hookTimeout: 60_000,
  },
})
