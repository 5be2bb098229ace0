// The portal's reads in the audit log (docs/reference/audit.md): recorded for the signed-in person, as in /browse.
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'

/** A demo domain in which a header says who is signed in. */
async function signedIn() {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const one = await testDomain({}, { viewer })
  const reads = async () => {
    await one.domain.audit.flush()
    return (await eventsOf(one.domain))
      .filter(({ source }) => source.site.endsWith('/portal'))
      .map(({ agent, entity = [] }) => ({
        agents: JSON.stringify(agent),
        entities: entity.flatMap(({ what }) => (what as { readonly reference?: string } | undefined)?.reference ?? []),
      }))
  }
  return { ...one, reads }
}

describe('what the portal reads, in the audit log', () => {
  it('IDP-21 names the person who saw patients and tasks, and the patients and tasks shown', async () => {
    const { fetch, reads } = await signedIn()
    const headers = { 'x-test-user': 'daan@demo.test' }
    expect((await fetch('/portal/api/patients?name=marijke', { headers })).status).toBe(200)
    expect((await fetch('/portal/api/tasks?patient=marijke-jansen', { headers })).status).toBe(200)
    const seen = await reads()
    for (const { agents } of seen) expect(agents).toContain('daan@demo.test')
    const entities = seen.flatMap((one) => one.entities)
    expect(entities).toEqual(expect.arrayContaining(['Patient/marijke-jansen', 'Task/sleep-diary-week-1']))
  })
})
