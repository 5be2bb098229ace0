// Searches that read millions of index values, at a server of its own.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Storage } from '#server/storage/storage.ts'
import { registerApp } from '#server/testing/app.ts'
import type { FileDomain } from '#server/testing/file-domain.ts'
import { tokenAt } from '#server/testing/launch-over-http.ts'
import { processDomain, programs } from '#server/testing/processes.ts'
import { runningDomain } from '#server/testing/running.ts'
import { until } from '#server/testing/until.ts'

const PATIENTS = 60_000
const DAY = 86_400_000
const dayOf = (n: number) => new Date(Date.UTC(1940, 0, 1) + n * DAY).toISOString().slice(0, 10)
/** Fifty conditions that nearly everybody meets: three million values. */
const WIDE = Array.from({ length: 50 }, (_, n) => `birthdate=ne${dayOf(n)}`).join('&')
const PLAIN = `birthdate=${dayOf(77)}&_sort=-birthdate`
const FLOOD = 40

async function fill(domain: FileDomain) {
  for (let at = 0; at < PATIENTS; at += 1000)
    await domain.resources.writePrepared(
      Array.from({ length: 1000 }, (_, n) => {
        const [id, day] = [`wide-${at + n}`, dayOf((at + n) % 3000)]
        const text = `{"resourceType":"Patient","id":"${id}","birthDate":"${day}"}`
        return { type: 'Patient', id, text, contentHash: id, origin: null, values: ['birthdate', day, day] }
      }),
      domain.clock(),
    )
}

async function manyPatients(env: Readonly<Record<string, string>>) {
  const processes = await processDomain()
  const { domain, publicUrl } = processes
  await fill(domain)
  const [loud, quiet] = [await registerApp(domain, 'loud'), await registerApp(domain, 'quiet')]
  const server = await processes.start({ first: true, env })
  const client = async (app: typeof loud) => {
    const token = await tokenAt({ publicUrl }, app, server.origin)
    return (query: string, signal?: AbortSignal) =>
      fetch(`${server.origin}/fhir/Patient?${query}`, {
        headers: { authorization: `Bearer ${token}` },
        ...(signal ? { signal } : {}),
      })
  }
  return { server, loud: await client(loud), quiet: await client(quiet) }
}

describe('wide searches', () => {
  it('FBO-01 FBO-05 FBO-06 end in time, wait in small numbers, and hold up nobody else', {
    timeout: 180_000,
  }, async () => {
    const { server, loud, quiet } = await manyPatients({ SEARCH_TIMEOUT: '1' })
    const flood = Promise.all(Array.from({ length: FLOOD }, () => loud(WIDE)))
    let isOver = false
    void flood.finally(() => {
      isOver = true
    })
    const beside: number[] = []
    while (!isOver || beside.length === 0) {
      for (const { status } of [await quiet(PLAIN), await fetch(`${server.origin}/livez`)]) beside.push(status)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(new Set(beside)).toEqual(new Set([200]))
    expect(beside.length).toBeGreaterThan(10)
    const answers = await flood
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThanOrEqual(FLOOD - 10)
    for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    for (const answer of refused) expect(await answer.json()).toMatchObject({ issue: [{ code: 'throttled' }] })
    // A machine that is fast enough answers within the second that there is.
    for (const answer of answers.filter(({ status }) => status !== 503 && status !== 200)) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        issue: [{ code: 'too-costly', diagnostics: expect.stringContaining('Narrow it') }],
      })
    }
  })

  it('FBO-02 are stopped where they run once their client has closed its connection', {
    timeout: 180_000,
  }, async () => {
    const databaseThread = pathToFileURL(path.join(await programs(), 'database-thread.mjs'))
    const ends: Promise<unknown>[] = []
    const around = (storage: Storage): Storage => ({
      ...storage,
      resources: {
        ...storage.resources,
        search: (...asked) => {
          const found = storage.resources.search(...asked)
          const ended = (error: { readonly reason?: string }) => error.reason
          ends.push(found.then(() => 'answered', ended))
          return found
        },
      },
    })
    const { domain, url, bearer } = await runningDomain({ SEARCH_TIMEOUT: '300' }, undefined, {
      around,
      databaseThread,
    })
    await fill(domain)
    const authorization = `Bearer ${await bearer(await registerApp(domain))}`
    const leaving = new AbortController()
    const left = fetch(`${url}/fhir/Patient?${WIDE}`, { headers: { authorization }, signal: leaving.signal })
    left.catch(() => undefined) // Awaited below.
    await until(() => ends.length > 0)
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    // It reads three million values, and would be answered if it went on.
    expect(await Promise.all(ends)).toEqual(['gone'])
  })

  it('FBO-02 are left when their client leaves, and when the server is told to end', { timeout: 180_000 }, async () => {
    const { server, loud } = await manyPatients({ SEARCH_TIMEOUT: '300', SHUTDOWN_TIMEOUT: '1' })
    const leaving = new AbortController()
    const left = loud(WIDE, leaving.signal).catch((error: Error) => error.name)
    await new Promise((resolve) => setTimeout(resolve, 200))
    leaving.abort()
    expect(await left).toBe('AbortError')
    const cut = loud(WIDE).then(
      ({ status }) => status,
      () => 'cut',
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    const ended = new Promise((resolve) => server.child.once('exit', (code, signal) => resolve([code, signal])))
    onTestFinished(() => void server.child.kill('SIGKILL'))
    server.child.kill('SIGTERM')
    // A machine that is fast enough answers within the second that there is.
    expect([`${await cut}`, JSON.stringify(await ended)]).toEqual(
      (await cut) === 'cut' ? ['cut', '[1,null]'] : ['200', '[0,null]'],
    )
  })
})
