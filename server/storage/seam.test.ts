// SQLite’s own dialect stays inside the engine: elsewhere there is nothing that another engine could not answer.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const OF_SQLITE = /\browid\b|INSERT OR |INDEXED BY|\bGLOB\b|json_each|SQLITE_[A-Z]/
const OURS = '{app,components,lib,server}/**/*.{ts,tsx}'
const THEIRS = /^server\/storage\/(sqlite|prisma)\/|\.test\.tsx?$|\/testing\/|^server\/(doctor|backup)\//

describe('the seam of storage', () => {
  it('keeps what is SQLite’s own inside of the engine', () => {
    const files = globSync(OURS).filter((file) => !THEIRS.test(file))
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => OF_SQLITE.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})
