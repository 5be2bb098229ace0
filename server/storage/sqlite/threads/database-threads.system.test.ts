// Threads that are ended at any moment, in a process of their own: it would abort as a whole.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { processDomain, programs } from '#server/testing/processes.ts'
import { rounds } from '#server/testing/rounds.ts'

const OPENINGS = rounds(60, 300)

/** How a process ended that opened and closed its domain so often. */
const openings = async (
  env: Readonly<Record<string, string>>,
): Promise<readonly [number | null, string | null, string]> => {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(await programs(), 'opening-process.mjs'), String(OPENINGS)],
    {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  child.stdout?.on('data', (data: Buffer) => {
    said += String(data)
  })
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal, said])))
}

describe('the threads of a domain', () => {
  it('end with it, however soon after they began', { timeout: 600_000 }, async () => {
    const { directory, publicUrl } = await processDomain()
    expect(
      await openings({ DATA_DIR: directory, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
    ).toEqual([0, null, `${OPENINGS}`])
  })

  it('do not take the process along that is told to end while they load', { timeout: 600_000 }, async () => {
    const { start } = await processDomain()
    const moments = rounds(8, 31)
    for (let n = 0; n < moments; n += 1) {
      const { child } = await start({ env: { SHUTDOWN_TIMEOUT: '5' } })
      await new Promise((resolve) => setTimeout(resolve, (1500 * n) / (moments - 1)))
      const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])))
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
  })
})
