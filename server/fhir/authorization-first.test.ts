import { describe, expect, it } from 'vitest'
import type { ResourceStore, SnapshotStore } from './store.ts'
import { bundleOf, F, FD, fhirServer, linkOf, originOf, patient } from './testing/fhir-server.ts'

/** A store that writes down each look-up. */
function noting<Store extends object>(store: Store, seen: string[]): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member = target[name as keyof Store]
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (name !== 'consistently') seen.push(String(name))
        return (member as (...all: unknown[]) => unknown)(...args)
      }
    },
  })
}

/** A server with resources of two origins, and what it looks up from now on. */
async function watched() {
  const { storage, resources, ...store } = await fhirServer()
  const seen: string[] = []
  const server = await fhirServer({
    resources: noting<ResourceStore>(resources, seen),
    snapshots: noting<SnapshotStore>(storage.snapshots, seen),
  })
  const own = { extension: originOf('d') }
  const foreign = { extension: originOf('f') }
  await store.put(...['own-1', 'own-2', 'own-3'].map((id) => patient(id, own)))
  await store.put(patient('foreign', foreign), patient('gone', foreign), { resourceType: 'Task', id: 'there' })
  await store.put(patient('foreign', { ...foreign, active: false }))
  await resources.delete('Patient', 'gone', store.now())
  const as = async (scope: string) => {
    const authorization = `Bearer ${await server.token(scope)}`
    return async (url: string, init: RequestInit = {}) => {
      seen.length = 0
      const response = await server.ask(url, { ...init, headers: { authorization, 'x-request-id': 'same' } })
      return { response, lookedUp: [...seen] }
    }
  }
  return { ...server, as, seen }
}

/** Everything of an answer that a client can see. */
const everything = async ({ response, lookedUp }: { response: Response; lookedUp: readonly string[] }) => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.text(),
  lookedUp,
})

const NARROW = 'system/Patient.rs?resource-origin=Device/d'
const METHODS = ['GET', 'HEAD'] as const

describe.each([F, FD])('who may see what is decided before anything is looked up, below %s', (base) => {
  const INTERACTIONS = [
    ...['/Task/there', '/Task/unknown', '/Task/there/_history/1', '/Task', '/Task/_search'],
    ...['/Task/_history', '/Task/_history?_since=junk', '/Task/there/_history', '/Task/unknown/_history'],
  ]

  it.each(INTERACTIONS)('RBT-11 %s: a refusal without a look-up, whatever there is', async (path) => {
    const { as } = await watched()
    const ask = await as('system/Patient.rs')
    for (const method of METHODS) {
      const { response, lookedUp } = await ask(base + path, { method })
      expect([response.status, lookedUp]).toEqual([403, []])
    }
    const { response, lookedUp } = await ask(`${base}/Task/_search`, { method: 'POST', body: new URLSearchParams() })
    expect([response.status, lookedUp]).toEqual([403, []])
  })

  it('RBT-11 pages of a type in the address are refused before the search is looked up', async () => {
    const { as } = await watched()
    for (const path of ['Task', 'Task/_history']) {
      const { response, lookedUp } = await (await as('system/Patient.rs'))(`${base}/${path}?_getpages=x`)
      expect([response.status, lookedUp]).toEqual([403, []])
    }
  })

  it('RBT-01 RBT-02 without a good token nothing is looked up', async () => {
    const { ask, seen } = await watched()
    seen.length = 0
    for (const path of [
      ...['/Patient/own-1', '/Patient/own-1/_history/1', '/Patient', '?_getpages=x', '/Patient/_search'],
      ...['/Patient/_history', '/Patient/own-1/_history'],
    ])
      for (const headers of [{}, { authorization: 'Bearer junk' }] as const)
        expect((await ask(base + path, { headers })).status).toBe(401)
    expect(seen).toEqual([])
  })

  it.each(['', '/_history', '/_history/1', '/_history/2', '/_history/9', '?_summary=true', '?_elements=active'])(
    'RBT-15 VRD-12 HIS-02 /Patient/[id]%s of another origin is what an unknown one is: status, body, headers and look-ups',
    async (rest) => {
      const { as } = await watched()
      const ask = await as(NARROW)
      for (const method of METHODS) {
        const unknown = await everything(await ask(`${base}/Patient/unknown${rest}`, { method }))
        expect(unknown.status).toBe(404)
        expect(unknown.lookedUp).toEqual(['readCurrent'])
        for (const id of ['foreign', 'gone'])
          expect(await everything(await ask(`${base}/Patient/${id}${rest}`, { method })), id).toEqual(unknown)
      }
    },
  )

  it('RBT-15 If-None-Match tells nothing about what may not be seen', async () => {
    const { ask, token, put } = await fhirServer()
    await put(patient('foreign', { extension: originOf('f') }))
    const headers = { authorization: `Bearer ${await token(NARROW)}`, 'if-none-match': '*', 'x-request-id': 'same' }
    const answers = await Promise.all(
      ['foreign', 'unknown'].map(async (id) =>
        everything({ response: await ask(`${base}/Patient/${id}`, { headers }), lookedUp: [] }),
      ),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.status).toBe(404)
  })

  it('RBT-14 lists, searches by id and counts know nothing of another origin', async () => {
    const { as } = await watched()
    const ask = await as(NARROW)
    const found = async (query: string) => bundleOf((await ask(`${base}/Patient${query}`)).response)
    expect((await found('?_summary=count')).total).toBe(3)
    const [foreign, unknown] = [await found('?_id=foreign'), await found('?_id=unknown')]
    expect([foreign.total, foreign.entry]).toEqual([unknown.total, unknown.entry])
    expect((await found('?resource-origin=Device/f')).total).toBe(0)
    const post = await ask(`${base}/Patient/_search`, { method: 'POST', body: new URLSearchParams({ _id: 'foreign' }) })
    expect((await bundleOf(post.response)).total).toBe(0)
  })

  it('RBT-14 LST-13 HEAD and every page keep to the allowed origins', async () => {
    const { as } = await watched()
    const ask = await as(NARROW)
    const first = await bundleOf((await ask(`${base}/Patient?_count=2`)).response)
    expect(first.total).toBe(3)
    const second = await bundleOf((await ask(linkOf(first, 'next') ?? '')).response)
    expect([second.total, second.entry?.length]).toEqual([3, 1])
    const [got, head] = [
      (await ask(`${base}/Patient?_summary=count`)).response,
      (await ask(`${base}/Patient?_summary=count`, { method: 'HEAD' })).response,
    ]
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'))
  })
})
