// FHIR data that is rendered with a page is what its script would have read: for the same people, and equally audited.
import { describe, expect, it } from 'vitest'
import type { PortalMe } from '#lib/api/portal.ts'
import { leftOutOf } from '#lib/fhir/long-strings.ts'
import { LEFT_TO_SCRIPT } from '#lib/http/left-to-script.ts'
import { shareDomain } from '../domain/shared-domain.ts'
import { toWrite } from '../fhir/resource-write.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import type { FileDomain } from '../testing/file-domain.ts'
import { accountOfPage, pageQueries, readWithPage } from './page-data.ts'

const PATH = '/browse/api/fhir?path=Patient/marijke-jansen'
const PRACTITIONER = 'daan@demo.test'
const JSON_ANSWER = { headers: { 'content-type': 'application/fhir+json' } }
const OPENED = { 'sec-fetch-dest': 'document' }

/** A demo domain in which a header says who is signed in, as the pages know it. */
async function opened() {
  let lookedUp = 0
  const viewer = async (request: Request) => {
    lookedUp += 1
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const one = await testDomain({}, { viewer })
  shareDomain(one.domain)
  const headersOf = (username: string | undefined, more: Readonly<Record<string, string>>) =>
    new Headers({ ...more, ...(username === undefined ? {} : { 'x-test-user': username }) })
  return {
    ...one,
    headersOf,
    lookedUp: () => lookedUp,
    withPage: async (username?: string, more: Readonly<Record<string, string>> = OPENED, path = PATH) => {
      const answer = await readWithPage(path, headersOf(username, more))
      return answer && { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') }
    },
    queries: (username?: string, more: Readonly<Record<string, string>> = OPENED) =>
      pageQueries(headersOf(username, more)),
    byScript: (username: string) => one.fetch(PATH, { headers: headersOf(username, {}) }),
  }
}

describe('what comes with a page', () => {
  it('is the answer that the script would have got', async () => {
    const { withPage, byScript } = await opened()
    const answer = await byScript(PRACTITIONER)
    expect(await withPage(PRACTITIONER)).toEqual({
      status: 200,
      text: await answer.text(),
      etag: answer.headers.get('etag'),
    })
  })

  it('P6 leaves out a long answer: the script requests it itself, without its long strings', async () => {
    const { domain, withPage } = await opened()
    const div = `<div xmlns="http://www.w3.org/1999/xhtml">${'x'.repeat(2 ** 20)}</div>`
    const wordy = { resourceType: 'Patient', id: 'wordy', text: { status: 'generated', div } }
    await domain.resources.write([toWrite(wordy as never)], domain.clock())
    const path = '/browse/api/fhir?path=Patient/wordy'
    expect(await withPage(PRACTITIONER, OPENED, path)).toBeUndefined()
    const shown = await withPage(PRACTITIONER, OPENED, `${path}&long=left-out`)
    expect(leftOutOf(JSON.parse(shown?.text ?? '{}'))).toMatchObject([{ path: 'Patient.text.div' }])
    expect(shown?.text.length).toBeLessThan(1000)
  })

  it('P6 leaves out a long answer however it was made, as one of the server beside the built pages', async () => {
    const { domain, withPage } = await opened()
    const handlerFor: typeof domain.router.handlerFor = (url, method) => {
      const handler = domain.router.handlerFor(url, method)
      return handler && (async (request) => new Response(await (await handler(request)).text(), JSON_ANSWER))
    }
    shareDomain({ ...domain, router: { ...domain.router, handlerFor } })
    const identifier = Array.from({ length: 20_000 }, (_, n) => ({ value: `n${n}` }))
    await domain.resources.write(
      [toWrite({ resourceType: 'Patient', id: 'long', identifier } as never)],
      domain.clock(),
    )
    expect(await withPage(PRACTITIONER)).toMatchObject({ status: 200 })
    expect(await withPage(PRACTITIONER, OPENED, '/browse/api/fhir?path=Patient/long&long=left-out')).toBeUndefined()
  })

  it('looks up who is signed in once for all that a visit needs, and anew for the next one', async () => {
    const { headersOf, lookedUp } = await opened()
    const visit = async (username: string) => {
      const headers = headersOf(username, OPENED)
      const me = await pageQueries(headers).fetchQuery<PortalMe>({ queryKey: ['me'] }, '/portal/api/me')
      await pageQueries(headers).readJson({ queryKey: ['tasks'] }, '/portal/api/tasks')
      return [me?.person?.name, (await accountOfPage(headers))?.name]
    }
    expect(await visit('marijke@demo.test')).toEqual(['Marijke Jansen', 'Marijke Jansen'])
    expect(lookedUp()).toBe(1)
    expect(await visit('bram@demo.test')).toEqual(['Bram de Boer', 'Bram de Boer'])
    expect(lookedUp()).toBe(2)
  })

  it('includes the answer about a record that never existed', async () => {
    const { withPage } = await opened()
    const unknown = await withPage(PRACTITIONER, OPENED, '/browse/api/fhir?path=Patient/never-was')
    expect([unknown?.status, JSON.parse(unknown?.text ?? '')]).toMatchObject([
      404,
      { resourceType: 'OperationOutcome' },
    ])
  })

  it.each([
    ['nobody', undefined, OPENED],
    ['somebody who may not look', 'marijke@demo.test', OPENED],
    ['a script', PRACTITIONER, { 'sec-fetch-dest': 'empty' }],
    ['a page of another site that embeds it', PRACTITIONER, { 'sec-fetch-dest': 'iframe' }],
    ['a browser that fetches ahead', PRACTITIONER, { ...OPENED, 'sec-purpose': 'prefetch;prerender' }],
  ])('is nothing for %s, and no record was read', async (_, username, headers: Record<string, string>) => {
    const { withPage, domain } = await opened()
    expect(await withPage(username, headers)).toBeUndefined()
    expect((await readsIn(domain)).filter(({ outcome }) => outcome === '0')).toEqual([])
  })

  it('APP-14 is in the audit log as what the script asks for is', async () => {
    const script = await opened()
    await script.byScript(PRACTITIONER)
    const page = await opened()
    await page.withPage(PRACTITIONER)
    const noted = await readsIn(script.domain)
    expect(JSON.stringify(noted)).toContain(PRACTITIONER)
    expect(await readsIn(page.domain)).toEqual(noted)
  })
})

describe('the queries of a page', () => {
  const SESSION = { queryKey: ['session'] }
  const text = (response: Response) => response.text()

  it('are answered, or on their way, when the page is sent', async () => {
    const { queries, byScript } = await opened()
    const { fetchQuery, read, state } = queries(PRACTITIONER)
    expect(await fetchQuery(SESSION, '/browse/api/session')).toMatchObject({ access: 'open' })
    read(['record'], PATH, text)
    const [session, record] = state().queries
    expect(session).toMatchObject({ queryKey: ['session'], state: { status: 'success', data: { access: 'open' } } })
    expect(record).toMatchObject({ queryKey: ['record'], state: { status: 'pending' } })
    expect(await record?.promise).toBe(await (await byScript(PRACTITIONER)).text())
  })

  it('P6 say of a long answer on its way that the script is to ask, and leave out one that is there', async () => {
    const { domain, queries } = await opened()
    const identifier = Array.from({ length: 20_000 }, (_, n) => ({ value: `n${n}` }))
    await domain.resources.write(
      [toWrite({ resourceType: 'Patient', id: 'long', identifier } as never)],
      domain.clock(),
    )
    const { read, state } = queries(PRACTITIONER)
    read(['record'], '/browse/api/fhir?path=Patient/long', text)
    const [record] = state().queries
    expect(await record?.promise).toBe(LEFT_TO_SCRIPT)
    expect(state().queries).toEqual([])
  })

  it('are left out when a peer refuses, or when nobody is signed in', async () => {
    const { queries } = await opened()
    const { fetchQuery, read, state } = queries(PRACTITIONER, { 'sec-fetch-dest': 'empty' })
    expect(await fetchQuery(SESSION, '/admin/api/apps')).toBeUndefined()
    read(['record'], PATH, text)
    expect(state().queries).toEqual([])
  })
})

/** Who read what, by the audit log. */
async function readsIn(domain: FileDomain) {
  await domain.audit.flush()
  return (await eventsOf(domain))
    .filter((event) => nameOf(event) === 'read')
    .map(({ subtype, outcome, agent, entity }) => ({
      subtype,
      outcome,
      agent: agent.map(({ who, type }) => ({ who, type })),
      records: (entity ?? []).flatMap(({ what }) => what?.reference ?? []),
    }))
}
