import { linkSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OperatorError } from '#lib/operator-error.ts'
import { assertMayListen } from '../http/listening.ts'
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

/** What is said of the error of a call, on standard error. */
async function explained(fail: () => unknown): Promise<string> {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  try {
    await fail()
  } catch (error) {
    explainFailure(error)
  }
  return written.mock.calls.join('')
}

it('says in a sentence that a part of the built pages is gone, and what to do', async () =>
  expect(await explained(() => readFileSync(path.resolve('.next/nowhere/pages-manifest.json')))).toBe(
    'The built pages are not whole. Delete the folder .next and start again: they are built anew.\n',
  ))

it('takes no other file for a page, though it lies below a folder of that name', async () =>
  expect(await explained(() => readFileSync(path.resolve('nowhere/.next/data/slipway.db')))).toContain('ENOENT'))

it('names a file that this user may not write, and does not speak of ports', async () => {
  const folder = path.resolve('server') // Of a folder nobody may make a hard link, not even root.
  expect(await explained(() => linkSync(folder, `${folder}-link`))).toBe(
    `${folder} is not for this user (link: EPERM): give it to the user who starts Slipway, or start as its owner.\n`,
  )
})

it('names an address that this machine does not have', async () =>
  expect(await explained(() => assertMayListen({ host: '203.0.113.7', port: 0 }))).toBe(
    '203.0.113.7 is no address of this machine: set HOST to one, such as localhost or 0.0.0.0.\n',
  ))
