// The dialect of an engine stays inside of it: elsewhere there is nothing that the other one could not answer.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const OF_SQLITE = /\browid\b|INSERT OR |INDEXED BY|\bGLOB\b|json_each|SQLITE_[A-Z]/
const OF_POSTGRES = /\bpg_[a-z_]+\(|::(bigint|text|timestamptz)\b|\bunnest\(|\bILIKE\b/
const OURS = '{app,components,lib,server}/**/*.{ts,tsx}'
const THEIRS = /^server\/storage\/(sqlite|postgres|prisma)\/|\.test\.tsx?$|\/testing\/|^server\/(doctor|backup)\//

describe('the seam of storage', () => {
  it.each([
    ['SQLite', OF_SQLITE],
    ['PostgreSQL', OF_POSTGRES],
  ])('keeps what is only known to %s inside of the engine', (_, dialect) => {
    const files = globSync(OURS).filter((file) => !THEIRS.test(file))
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => dialect.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})
