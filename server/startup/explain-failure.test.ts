import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OperatorError } from '#lib/operator-error.ts'
import { explainFailure } from './explain-failure.ts'

it('says every line as a line of the log where that is JSON', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  explainFailure(new OperatorError('Not safe:\n  - demo: It is a demo.\n      Set DEMO=false.'), { json: true })
  const lines = String(written.mock.calls[0]?.[0]).trimEnd().split('\n')
  const time = expect.closeTo(Date.now(), -5)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 50, time, msg: 'Not safe:' },
    { level: 50, time, msg: 'demo: It is a demo.' },
    { level: 50, time, msg: 'Set DEMO=false.' },
  ])
})

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
