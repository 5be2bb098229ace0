// What the demo's apps are called wherever a page of the domain names one.
import { describe, expect, it } from 'vitest'
import { testDomain } from '../testing/domain.ts'

const ADMIN = 'beheer@demo.test'
const AUDITOR = 'daan@demo.test'

/** A demo domain, and what its APIs tell an administrator in a language. */
async function toldIn(language: string) {
  const viewer = async (request: Request) => ({
    username: request.headers.get('x-test-user') ?? ADMIN,
    name: undefined,
  })
  const one = await testDomain({}, { viewer })
  await one.domain.storage.accounts.setRole(AUDITOR, 'auditor')
  const { fetch, domain } = one
  const asked = { client: 'demo-app', method: 'GET', path: 'Task', headers: {} }
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
  await fetch('/tools/api/fhir', { method: 'POST', headers, body: JSON.stringify(asked) })
  const told = async (path: string) => {
    await domain.audit.flush()
    const person = path === '/admin/api/audit' ? AUDITOR : ADMIN
    const headers = { 'accept-language': language, 'x-test-user': person }
    return JSON.stringify(await (await fetch(path, { headers })).json())
  }
  return { ...one, told }
}

const PLACES = [
  '/traces/api',
  '/traces/api/known',
  '/admin/api/apps',
  '/admin/api/apps/demo-app',
  '/admin/api/audit',
  '/portal/api/compose',
  '/tools/api/fhir',
  '/subscriptions/api/apps/choices',
]

describe('the name of an app', () => {
  it.each(PLACES)('is that of its Device in Dutch, as on the cards of the portal: %s', async (path) => {
    const { told } = await toldIn('nl')
    expect(await told(path)).toContain('"Slaapdagboek"')
  })

  it.each(PLACES)('is in English as it is registered: %s', async (path) => {
    const { told } = await toldIn('en')
    expect(await told(path)).toContain('"Sleep diary"')
  })

  it('is in every language the one that an administrator gave it', async () => {
    const { told, domain } = await toldIn('nl')
    const app = await domain.registry.find('demo-app')
    if (app) await domain.registry.saveClient({ ...app, name: 'Sleep log' })
    expect(await told('/admin/api/apps/demo-app')).toContain('"called":"Sleep log"')
  })
})
