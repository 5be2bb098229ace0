// Next is loaded with the first page: by whom, how often, and what becomes of a page when that fails.
import { describe, expect, it } from 'vitest'
import type { NodeHandler } from '../http/server.ts'
import { runningDomain } from '../testing/running.ts'
import { whenAsked } from './next-handler.ts'

const PAGE: NodeHandler = (_request, response) => void response.end('a page')

/** A domain whose pages are loaded by `load`, and what it says of failures. */
async function loading(load: () => Promise<NodeHandler>) {
  const faults: unknown[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts: { err?: unknown }) => faults.push(facts.err),
  }
  const { url } = await runningDomain({}, undefined, { log: log as never }, whenAsked(load))
  return { faults, page: () => fetch(`${url}/connect`), url }
}

describe('the pages of Next', () => {
  it('are loaded once for two first requests that come together, and for none that a peer answers', async () => {
    let loads = 0
    const { page, url } = await loading(async () => {
      loads += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      return PAGE
    })
    expect((await fetch(`${url}/fhir/metadata`)).status).toBe(200)
    expect(loads).toBe(0)
    const texts = (await Promise.all([page(), page()])).map((answer) => answer.text())
    expect(await Promise.all(texts)).toEqual(['a page', 'a page'])
    expect(loads).toBe(1)
  })

  it('that could not be loaded are answered as a fault with its request id, and loaded anew by the next request', async () => {
    const failure = new Error('a file of the pages is gone')
    let loads = 0
    const { page, faults } = await loading(async () => {
      loads += 1
      if (loads === 1) throw failure
      return PAGE
    })
    const failed = await page()
    expect([failed.status, await failed.text()]).toEqual([500, 'Report this with the request id.'])
    expect(failed.headers.get('x-request-id')).toMatch(/\S/)
    expect(faults).toEqual([failure])
    expect(await (await page()).text()).toBe('a page')
    expect(loads).toBe(2)
  })
})
