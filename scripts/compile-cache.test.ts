import { execFile } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

it('the command line keeps what was compiled of it, which halves the time of the next command', async () => {
  rmSync('dist/compile-cache', { recursive: true, force: true })
  const first = await run('bin/slipway', ['--version'])
  expect(readdirSync('dist/compile-cache', { recursive: true }).length).toBeGreaterThan(10)
  expect(await run('bin/slipway', ['--version'])).toEqual(first)
})
