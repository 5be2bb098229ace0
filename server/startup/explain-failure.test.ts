import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { explainFailure } from './explain-failure.ts'

it('says in a sentence that a part of the built pages is gone, and what to do', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  try {
    readFileSync(path.resolve('nowhere/.next/server/pages-manifest.json'))
  } catch (error) {
    explainFailure(error)
  }
  expect(written.mock.calls).toEqual([
    ['The built pages are not whole. Delete the folder .next and start again: they are built anew.\n'],
  ])
})
