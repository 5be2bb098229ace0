// Runs in every test file: a test that writes to the console fails unless it expects that, the checks that refuse are noted
// (every-check.ts), and a property tries the same values in every run, so that what held holds again; chance has the nights and
// `npm run fuzz`.
import 'next/dist/server/node-environment-baseline.js' // First: what a test imports of Next looks for what it puts into the process.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type RefusedCheck, refusedChecks } from '#lib/telemetry.ts'
import { IS_POSTGRES } from '../storage/testing/engine.ts'
import { isMany } from './rounds.ts'
import { ofSqliteAlone } from './sqlite-own.ts'

if (!isMany && process.env['FUZZ_SECONDS'] === undefined) fc.configureGlobal({ seed: 20_261_122 })

delete process.env['BASE_URL'] // Vite's own; it is a setting of ours.

const error = vi.spyOn(console, 'error')

afterEach(() => {
  const calls = error.mock.calls.map((call) => call.join(' '))
  error.mockClear()
  expect(calls, 'console.error was called').toEqual([])
})

beforeEach(({ task, skip }) => {
  const ofSqlite = IS_POSTGRES ? ofSqliteAlone(task.name, task.file.filepath) : undefined
  if (ofSqlite !== undefined) skip(ofSqlite)
  const refused = new Set<string>()
  const note = (told: unknown) => refused.add((told as RefusedCheck).name)
  refusedChecks.subscribe(note)
  return () => {
    refusedChecks.unsubscribe(note)
    task.meta.refused = [...refused]
  }
})
