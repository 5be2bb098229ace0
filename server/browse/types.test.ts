import { describe, expect, it } from 'vitest'
import type { BrowseTypes } from '#lib/api/browse.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { testDomain } from '#server/testing/domain.ts'

const ADDRESS = '/browse/api/types'

/** A demo domain, and what one person gets to see of the types in it. */
async function typesFor(username: string | undefined) {
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const test = await testDomain({}, { viewer })
  const types = async () => ((await (await test.fetch(ADDRESS)).json()) as BrowseTypes).items
  return { ...test, types }
}

const decoded = (query: string) => Buffer.from(query, 'base64').toString()

describe('the types of the records', () => {
  it('are those of the CapabilityStatement in its order, each with the total and the newest change of a search', async () => {
    const { types, fetch } = await typesFor('daan@demo.test')
    const statement = (await (await fetch('/fhir/DEFAULT/metadata')).json()) as {
      readonly rest: readonly { readonly resource: readonly { readonly type: string }[] }[]
    }
    const items = await types()
    expect(items.map(({ type }) => type)).toEqual(statement.rest[0]?.resource.map(({ type }) => type))
    for (const item of items.filter(({ access }) => access === 'open')) {
      const url = `http://localhost:3000/fhir/DEFAULT/${item.type}?_count=1&_total=accurate`
      const bundle = (await (await fetch(`/browse/api/fhir?${new URLSearchParams({ url })}`)).json()) as {
        readonly total: number
        readonly entry?: readonly { readonly resource: { readonly meta: { readonly lastUpdated: string } } }[]
      }
      const newest = bundle.entry?.[0]?.resource.meta.lastUpdated
      expect(item).toEqual({
        type: item.type,
        access: 'open',
        total: bundle.total,
        ...(newest === undefined ? {} : { changed: newest }),
      })
    }
    expect(items.find(({ type }) => type === 'Patient')).toMatchObject({ access: 'open' })
    expect(items.find(({ type }) => type === 'AuditEvent')).toEqual({ type: 'AuditEvent', access: 'auditors' })
  })

  it.each([
    [401, 'login_required', undefined],
    [401, 'login_required', 'nobody@demo.test'],
    [403, 'access_denied', 'marijke@demo.test'],
  ])('are refused with %i %s to %s', async (status, error, username) => {
    const { fetch } = await typesFor(username)
    const answer = await fetch(ADDRESS)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(await answer.json()).toMatchObject({ error })
  })

  it('cannot be read when the console is disabled: 502 without a reason', async () => {
    const { fetch, domain } = await typesFor('daan@demo.test')
    await domain.registry.setClientStatus('demo-console', 'disabled')
    const answer = await fetch(ADDRESS)
    expect([answer.status, await answer.json()]).toMatchObject([502, { error: 'temporarily_unavailable' }])
  })

  it('are closed one by one when the role of the console cannot read them', async () => {
    const { types, domain } = await typesFor('daan@demo.test')
    const permission = { resourceType: 'Patient', scope: 'all', operations: 'rs', grantedBy: [] } as const
    await domain.registry.saveRole('demo-console', [permission])
    const open = (await types()).filter(({ access }) => access === 'open')
    expect(open.map(({ type }) => type)).toEqual(['Patient'])
  })

  it('are recorded in the audit log as searches of the person, one for each type', async () => {
    const { types, domain } = await typesFor('daan@demo.test')
    const items = await types()
    await domain.audit.flush()
    const looks = (await eventsOf(domain)).filter(({ agent }) => JSON.stringify(agent).includes('daan@demo.test'))
    expect(new Set(looks.map(nameOf))).toEqual(new Set(['read']))
    const searched = looks.flatMap(({ entity = [] }) => entity.flatMap(({ query }) => (query ? [decoded(query)] : [])))
    const open = items.filter(({ access }) => access === 'open').map(({ type }) => type)
    expect(searched.map((query) => query.split('?')[0]).sort()).toEqual([...open].sort())
  })
})
