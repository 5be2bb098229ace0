// The short form of `npm run test:crash`: the same harness, a few kills.
import { describe, expect, it } from 'vitest'
import { crashRun } from '../crash/run.ts'

describe('a server that is killed under load', () => {
  it('ACG-15 LTK-07 AST-12 KEY-09 DUR-02 DUR-03 DUR-04 DUR-05 loses nothing that it said, and lets nothing be used twice', async () => {
    const { violations, kills, held } = await crashRun({ kills: 3, seed: 3, resourcesPerFile: 300 })
    expect(violations).toEqual([])
    expect(kills.server).toBeGreaterThanOrEqual(3)
    // There was something to lose.
    expect(
      Math.min(held.launches, held.versions, held.importedFiles, held.auditEvents, held.writes, held.transactions),
    ).toBeGreaterThan(0)
  })
})
