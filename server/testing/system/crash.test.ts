// The short form of `npm run test:crash`: the same command, a few kills.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { CrashSummary } from '../crash/run.ts'

const run = promisify(execFile)

describe('a server that is killed under load', () => {
  it('ACG-15 LTK-07 AST-12 KEY-09 DUR-02 DUR-03 DUR-04 DUR-05 loses nothing that it said, and lets nothing be used twice', async () => {
    const options = ['--kills', '3', '--seed', '3', '--resources', '300']
    const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'server/testing/crash/main.ts', ...options])
    expect(stdout).toMatch(/\nNothing was lost\.\n$/)
    const { kills, held } = JSON.parse(stdout.slice(0, stdout.lastIndexOf('}') + 1)) as CrashSummary
    expect(kills.server).toBeGreaterThanOrEqual(3)
    // There was something to lose.
    expect(
      Math.min(held.launches, held.versions, held.importedFiles, held.auditEvents, held.writes, held.transactions),
    ).toBeGreaterThan(0)
  })
})
