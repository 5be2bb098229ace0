// Lists that are asked for again: a search of its own each time, and never older than the last write, whoever made it.
import { describe, expect, it, vi } from 'vitest'
import { bundleOf, FD, fhirServer, idsOf, linkOf, patient, READER, toWrite } from '../testing/fhir-server.ts'

const LIST = `${FD}/Patient?_count=2`

async function listing(more: Parameters<typeof fhirServer>[0] = {}) {
  const server = await fhirServer(more)
  await server.put(...['a', 'b', 'c', 'd'].map((id) => patient(id)))
  const searched = vi.spyOn(server.resources, 'search')
  const bearer = { authorization: `Bearer ${await server.token()}` }
  const list = async (url = LIST, headers: Readonly<Record<string, string>> = bearer) => {
    searched.mockClear()
    const bundle = await bundleOf(await server.ask(url, { headers }))
    return { bundle, ids: idsOf(bundle), searches: searched.mock.calls.length }
  }
  const known = async () => {
    for (let n = 0; n < 3; n += 1) await list()
    expect((await list()).searches).toBe(0)
  }
  return { ...server, bearer, list, known }
}

describe('a list that was asked for before', () => {
  it('LST-24 LST-06 is a new search each time, with pages of its own', async () => {
    const { list, bearer, advance } = await listing()
    const all = []
    for (let n = 0; n < 4; n += 1) {
      advance(1000)
      all.push(await list())
    }
    expect(all.map(({ searches }) => searches)).toEqual([1, 1, 0, 0])
    expect(new Set(all.map(({ bundle }) => bundle.id)).size).toBe(4)
    expect(new Set(all.map(({ bundle }) => JSON.stringify(bundle.entry))).size).toBe(1)
    for (const { bundle } of all) {
      expect(linkOf(bundle, 'next')).toContain(`_getpages=${bundle.id}`)
      const next = await list(linkOf(bundle, 'next'), bearer)
      expect([next.bundle.id, ...next.ids]).toEqual([bundle.id, 'c', 'd'])
    }
  })

  it('SRC-11 LST-10 is not confused with the count of the same matches', async () => {
    const { list } = await listing()
    const asked = [`${FD}/Patient`, `${FD}/Patient?_summary=count`, `${FD}/Patient?_count=40`, `${FD}/Patient?_count=0`]
    for (let n = 0; n < 4; n += 1)
      for (const url of n % 2 ? asked : [...asked].reverse()) {
        const { bundle, ids } = await list(url)
        expect([url, bundle.total, ids.length]).toEqual([url, 4, /summary|_count=0/.test(url) ? 0 : 4])
      }
  })

  it('is pretty-printed and compressed as any other', async () => {
    const { ask, bearer, known } = await listing()
    await known()
    const pretty = await (await ask(`${LIST}&_pretty=true`, { headers: bearer })).text()
    const again = await (await ask(`${LIST}&_pretty=true`, { headers: bearer })).text()
    expect(pretty).toContain('\n  "entry": [')
    expect(JSON.parse(again).entry).toEqual(JSON.parse(pretty).entry)
    const packed = await ask(LIST, { headers: { ...bearer, 'accept-encoding': 'gzip' } })
    expect(packed.status).toBe(200)
  })

  it('LST-15 has what came, changed and went since, by whichever program', async () => {
    const server = await listing()
    const { list, known, put, now, advance } = server
    const { resources: there } = await server.another()
    await known()
    advance(1000)
    await put(patient('new-here'))
    expect((await list()).ids).toContain('new-here')
    await known()
    await there.write([toWrite(patient('new-there'))], now() + 1)
    expect((await list()).ids).toContain('new-there')
    await known()
    await there.write([toWrite(patient('a', { active: false }))], now() + 2)
    expect((await list()).ids[0]).toBe('a')
    await known()
    await there.delete('Patient', 'a', now() + 3)
    expect((await list()).ids).not.toContain('a')
  })

  it('is found anew when search values were made anew', async () => {
    const server = await listing()
    await server.known()
    await server.sql.rows(
      "INSERT INTO search_table (type, fingerprint, doneUpTo) VALUES ('Patient', 'x', '') ON CONFLICT (type) DO UPDATE SET doneUpTo = 'a'",
    )
    expect((await server.list()).searches).toBe(1)
  })

  it('RBT-10 is given to its own client only, as far as that client may see', async () => {
    const { list, known, clients, token, ask, bearer } = await listing()
    await known()
    clients.set('other', [{ type: 'Patient', operations: 's', origins: ['nobody'] }])
    const other = { authorization: `Bearer ${await token('system/*.rs', 'other')}` }
    expect(await list(LIST, other)).toMatchObject({ ids: [], searches: 1 })
    clients.set(READER, [{ type: 'Patient', operations: 'r' }])
    expect((await ask(LIST, { headers: bearer })).status).toBe(403)
  })

  it('is never cached for the audit log, because every search adds to it', async () => {
    const { list } = await listing()
    for (let n = 0; n < 4; n += 1) expect((await list(`${FD}/AuditEvent`)).searches).toBe(1)
  })

  it('is searched anew each time with the cache switched off', async () => {
    const { list } = await listing({ remembers: false })
    for (let n = 0; n < 4; n += 1) expect((await list()).searches).toBe(1)
  })
})
