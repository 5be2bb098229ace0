// What processes of one domain must see of each other's changes at the very next request, whichever engine they share.
import { expect } from 'vitest'
import { registerApp } from './app.ts'
import { tokenAt } from './launch-over-http.ts'
import type { ProcessDomain, ServerProcess } from './processes.ts'

const ID = 'marijke-jansen'

/** Changes a role, an app, a version and a key, and expects each server to answer a read by it at once. */
export async function expectChangesSeen({ domain, ...site }: ProcessDomain, servers: readonly ServerProcess[]) {
  const { registry, resources, keys } = domain
  const app = await registerApp(domain)
  const authorized = async () => `Bearer ${await tokenAt(site, app, servers[0]?.origin ?? '')}`
  let authorization = await authorized()
  const known = async (expected: string) => {
    for (const _ of Array(3)) {
      const answers = servers.map(({ origin }) => fetch(`${origin}/fhir/Patient/${ID}`, { headers: { authorization } }))
      for (const { status, headers } of await Promise.all(answers))
        expect(`${status} ${headers.get('etag') ?? ''}`).toBe(expected)
    }
  }
  const permit = (operations: string) =>
    registry.saveRole('reader', [{ resourceType: 'Patient', scope: 'all', grantedBy: [], operations }])
  const version = (await resources.readCurrent('Patient', ID))?.versionId ?? 0
  await permit('r')
  await known(`200 W/"${version}"`)
  await permit('s')
  await known('403 ')
  await permit('rs')
  await known(`200 W/"${version}"`)
  await registry.setClientStatus(app.clientId, 'disabled')
  await known('401 ')
  await registry.setClientStatus(app.clientId, 'approved')
  authorization = await authorized() // A token from before the approval is not valid again.
  await known(`200 W/"${version}"`)
  const parsed = { resourceType: 'Patient', id: ID, active: false }
  await resources.write([{ type: 'Patient', id: ID, text: JSON.stringify(parsed), parsed }], Date.now())
  await known(`200 W/"${version + 1}"`)
  await keys.rotate('access_token', { now: true })
  await known(`200 W/"${version + 1}"`)
  await resources.delete('Patient', ID, Date.now())
  await known(`410 W/"${version + 2}"`)
  const [retired] = (await keys.list()).filter((key) => key.owner === 'access_token' && key.status === 'retired')
  expect(await keys.revoke(retired?.kid ?? '')).toBe(true)
  await known('401 ')
}
