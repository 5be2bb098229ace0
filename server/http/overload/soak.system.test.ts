// The short form of `npm run soak`: the whole mix on a server in its own process, for a few seconds.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { benchDomain } from '../../../bench/domain.ts'
import { serverEnv } from '../../../bench/processes.ts'
import { benchOf } from '../../../bench/requests.ts'
import { courses } from '../../../bench/soak/samples.ts'
import { soak } from '../../../bench/soak/soak.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import { killed, spoken } from '../../testing/children.ts'
import { programs } from '../../testing/processes.ts'

const SECONDS = 8

describe('a server under mixed load', () => {
  it.runIf(process.platform === 'linux')(
    'LIM-10 answers everything as it has to, and holds few files, little memory and a short write-ahead log',
    async () => {
      const port = await freePort()
      const domain = await benchDomain(500, (directory) => serverEnv(directory, port))
      onTestFinished(domain.close)
      const child = spawn(process.execPath, [path.join(await programs(), 'server-process.mjs')], {
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...domain.env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const stop = () => killed(child)
      onTestFinished(stop)
      await spoken(child)
      const server = { pid: child.pid ?? 0, port, stop }
      const plan = { seconds: SECONDS, calibration: 2, load: 0.6, width: 4, samples: 8, pages: false }
      const outcome = await soak(benchOf(domain, server), plan)
      expect(outcome.problems).toEqual([])
      for (const name of ['launch', 'walk', 'password login', 'composed launch', 'event stream', 'rotation of keys'])
        expect(outcome.done[name], name).toBeGreaterThan(0)
      const { capacity, pace } = outcome
      expect(pace.perSecond / capacity.perSecond, 'and no more than it was told to').toBeLessThan(0.7)
      const last = outcome.samples.at(-1) ?? {}
      expect(last['memory, MB']).toBeLessThan(700)
      expect(last['open files']).toBeLessThan(80)
      // Its file keeps the length that the seconds at full load gave it, more on a machine that does more in them.
      expect(last['write-ahead log, MB']).toBeLessThan(128)
    },
  )
})

describe('the course of a measure', () => {
  const evenly = (_: number, at: number) => at * 10
  const of = (values: readonly number[], done = values.map(evenly)) =>
    courses(
      values.map((rows) => ({ rows })),
      done,
    )[0]?.isFlat

  it('is flat when it has found its height, whatever it did before and however it jitters', () => {
    expect(of([0, 500, 1000, 1500, 2000, 2000, 2100, 1900, 2000, 2050, 1950, 2000])).toBe(true)
    expect(of([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])).toBe(true)
  })

  it('is flat when there are more rows because more was done', () => {
    const rows = [0, 500, 1000, 1500, 2000, 2000, 2000, 2000, 2000, 3000, 3000, 3000]
    expect(of(rows)).toBe(false)
    expect(of(rows, [0, 10, 20, 30, 40, 50, 60, 70, 80, 100, 120, 140])).toBe(true)
  })

  it('is not flat when it goes on growing', () => {
    expect(of([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100])).toBe(false)
  })
})
