// Contexts of pages cost the machine interface nothing while no page is made.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { bundled } from './testing/children.ts'

/** Since Node 24 contexts need no hooks. */
const NEEDS_HOOKS = Number.parseInt(process.versions.node, 10) < 24

it('contexts of pages are there for as long as a page is being made, and let go once none is', {
  timeout: 20_000,
}, async () => {
  const folder = await bundled(['server/testing/context-process.ts'])
  try {
    const said = execFileSync(process.execPath, [path.join(folder, 'context-process.mjs')], { encoding: 'utf8' })
    expect(JSON.parse(said)).toEqual({
      before: false,
      after: NEEDS_HOOKS,
      quiet: false,
      seen: ['first', 'short', 'long'],
      failed: 'no page',
      atLast: false,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
