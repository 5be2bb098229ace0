// A Bundle whose searches read a lot, against a real server with its search threads: it is refused once they have had their
// time, and nobody else waits for it.
import { describe, expect, it } from 'vitest'
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { registerApp, type TestApp } from '#server/testing/app.ts'
import { tokenAt } from '#server/testing/launch-over-http.ts'
import { type ProcessDomain, processDomain } from '#server/testing/processes.ts'

const PEOPLE = 12_000
const TOGETHER = 2000
const ENTRIES = 400

const person = (n: number) => {
  const id = `wide-${n}`
  const name = [{ family: `c${n % 97}`, given: [`ca${n % 89}`] }]
  const birthDate = `${1920 + (n % 100)}-01-01`
  const parsed = { resourceType: 'Patient', id, extension: [originOf('wide-app')], active: true, name, birthDate }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

async function withPeople({ domain }: ProcessDomain): Promise<void> {
  for (let from = 0; from < PEOPLE; from += TOGETHER)
    await domain.resources.write(
      Array.from({ length: TOGETHER }, (_, n) => person(from + n)),
      Date.now(),
    )
}

async function clientOf({ publicUrl }: ProcessDomain, app: TestApp, origin: string) {
  const access_token = await tokenAt({ publicUrl }, app, origin, 'system/Patient.cruds')
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/fhir+json' }
  return async (path: string, body?: object, more = {}) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(`${origin}/fhir${path}`, { ...request, headers: { ...headers, ...more } })
    return { status: response.status, text: await response.text() }
  }
}

const PATIENT = { resourceType: 'Patient', active: true }
const POSTED = { request: { method: 'POST', url: 'Patient' }, resource: PATIENT }

/** Each asks for something else that many have. */
const wide = (n: number): string => `name=c&given=ca&birthdate=ge${1920 + (n % 60)}-01-01&birthdate=le2${100 + n}-01-01`

const searching = Array.from({ length: ENTRIES }, (_, n) => ({ request: { method: 'GET', url: `Patient?${wide(n)}` } }))

/** A server with many people, and two apps. */
async function crowdedSite() {
  const site = await processDomain()
  const { registry } = site.domain
  await registry.saveRole('wide', [{ resourceType: 'Patient', scope: 'all', operations: 'cruds', grantedBy: [] }])
  await withPeople(site)
  const [app, another] = [
    await registerApp(site.domain, 'wide-app', 'wide'),
    await registerApp(site.domain, 'other-app', 'wide'),
  ]
  const { origin } = await site.start({ env: { SEARCH_TIMEOUT: '1' } })
  return { ask: await clientOf(site, app, origin), other: await clientOf(site, another, origin) }
}

/** Writes and reads by others, one after the other, for as long as something runs: their statuses. */
async function meanwhile(running: Promise<unknown>, other: Awaited<ReturnType<typeof clientOf>>) {
  let over = false
  const end = running.finally(() => {
    over = true
  })
  const statuses: number[] = []
  while (!over) {
    statuses.push((await other('/Patient', PATIENT)).status)
    statuses.push((await other('/Patient/wide-1')).status)
  }
  await end
  return statuses
}

const totalIn = ({ text }: { readonly text: string }) => (JSON.parse(text) as { readonly total: number }).total

interface Answered {
  readonly entry: readonly { readonly response: { readonly status: string } }[]
}

describe('a Bundle with wide searches', () => {
  it('FBO-09 FCO-12 is bounded as a whole, while others read and write', async () => {
    const { ask, other } = await crowdedSite()
    const before = totalIn(await ask('/Patient?_summary=count'))

    const transaction = ask('', { resourceType: 'Bundle', type: 'transaction', entry: [POSTED, ...searching] })
    const besideTransaction = await meanwhile(transaction, other)
    const refused = await transaction
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('too-costly')])
    expect(new Set(besideTransaction)).toEqual(new Set([201, 200]))
    expect(besideTransaction.length).toBeGreaterThan(20)
    expect(totalIn(await ask('/Patient?_summary=count'))).toBe(before + besideTransaction.length / 2)

    const batch = ask('', { resourceType: 'Bundle', type: 'batch', entry: [POSTED, ...searching.slice(0, 200)] })
    const besideBatch = await meanwhile(batch, other)
    const { entry } = JSON.parse((await batch).text) as Answered
    const codes = entry.map(({ response }) => response.status.slice(0, 3))
    expect([codes[0], codes.at(-1)]).toEqual(['201', '422'])
    expect(new Set(besideBatch)).toEqual(new Set([201, 200]))
  })
})
