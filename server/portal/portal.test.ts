import { describe, expect, it } from 'vitest'
import { testDomain } from '#server/testing/domain.ts'
import { IDENTIFIER_SYSTEM, launchingPortal } from '#server/testing/launching-portal.ts'
import { demoCookie } from '#server/testing/portal-cookie.ts'

const ANNA = { username: 'anna@example.org' }
const DORA = { username: 'dora@example.org' }
const ED = { username: 'ed@example.org' }

describe('the person at the portal', () => {
  it('is nobody at first, and the demo offers people to sign in as', async () => {
    const { portal, read } = await launchingPortal()
    const { body } = await read(portal.me, '/portal/api/me')
    expect(body).toMatchObject({ signedIn: false, person: null })
    expect(body).toHaveProperty('demoPeople.0', {
      ...{ reference: 'Patient/anna', name: 'Anna Bakker', role: 'patient' },
      username: 'anna@example.org',
    })
  })

  it.each([
    [ANNA, { reference: 'Patient/anna', role: 'patient', name: 'Anna Bakker' }],
    [DORA, { reference: 'Practitioner/dora', role: 'practitioner', name: 'Dora Smit' }],
    [ED, { reference: 'RelatedPerson/ed', role: 'related_person', name: 'Ed Bakker' }],
    [{ username: ' ANNA@Example.org' }, { reference: 'Patient/anna', role: 'patient', name: 'Anna Bakker' }],
  ])('IDP-08 is the one whose record has the user name at the shared identity provider: %o', async (who, person) => {
    const { portal, read } = await launchingPortal()
    expect(await read(portal.me, '/portal/api/me', who)).toMatchObject({ body: { signedIn: true, person } })
  })

  it('is searched for at the FHIR API by identifier, with its system', async () => {
    const { portal, read, domain } = await launchingPortal()
    await read(portal.me, '/portal/api/me', { username: 'a|b,c@example.org' })
    const { searchParams } = new URL(domain.requestsTo('/Practitioner')[0]?.url ?? '')
    expect(searchParams.get('identifier')).toBe(`${IDENTIFIER_SYSTEM}|a\\|b\\,c@example.org`)
  })

  it.each([
    ['nobody carries the user name', { username: 'nobody@example.org' }, {}],
    [
      'the identifier has another system',
      ANNA,
      { identifier: [{ system: 'https://other.example', value: ANNA.username }] },
    ],
    ['the person is not active', ANNA, { active: false }],
  ])('is nobody when %s', async (_, who, change) => {
    const { portal, read, domain } = await launchingPortal()
    domain.resources.set('Patient/anna', { ...domain.resources.get('Patient/anna'), ...change })
    expect(await read(portal.me, '/portal/api/me', who)).toMatchObject({ body: { signedIn: true, person: null } })
  })

  it('is nobody when two people carry the same user name', async () => {
    const { portal, read, domain } = await launchingPortal()
    domain.resources.set('Patient/twin', { ...domain.resources.get('Patient/anna'), id: 'twin' })
    expect(await read(portal.me, '/portal/api/me', ANNA)).toMatchObject({ body: { person: null } })
  })

  it('is nobody for a visitor, and no people are offered outside of the demo', async () => {
    const real = await launchingPortal({ demo: undefined })
    expect(await real.read(real.portal.me, '/portal/api/me')).toEqual({
      status: 200,
      body: { signedIn: false, person: null, demoPeople: [] },
    })
  })
})

describe('the list of patients', () => {
  it('has all of them for a practitioner, page by page', async () => {
    const { portal, read, domain } = await launchingPortal()
    for (let count = 0; count < 45; count += 1)
      domain.resources.set(`Patient/p${count}`, {
        resourceType: 'Patient',
        id: `p${count}`,
        name: [{ family: `P${count}` }],
      })
    const first = (await read(portal.patients, '/portal/api/patients', DORA)).body as { items: unknown[]; next: string }
    expect(first.items).toHaveLength(40)
    expect(first.items[0]).toEqual({
      reference: 'Patient/anna',
      name: 'Anna Bakker',
      birthDate: '1990-01-02',
      gender: 'female',
    })
    const rest = await read(portal.patients, `/portal/api/patients?${new URLSearchParams({ next: first.next })}`, DORA)
    expect(rest.body).toMatchObject({ items: { length: 7 } })
    expect(rest.body).not.toHaveProperty('next')
  })

  it('searches for each word of a name, keeping “van den” and the like with the family name', async () => {
    const { portal, read, domain } = await launchingPortal()
    const asked = async (name: string) => {
      await read(portal.patients, `/portal/api/patients?${new URLSearchParams({ name })}`, DORA)
      return new URL(domain.requestsTo('/Patient').at(-1)?.url ?? '').searchParams.getAll('name')
    }
    expect(await asked(' jan  a,b|c ')).toEqual(['jan', 'a\\,b\\|c'])
    expect(await asked('Noor van den Berg')).toEqual(['Noor', 'van den Berg'])
    expect(await asked("de Boer Bram in 't Veld")).toEqual(['de Boer', 'Bram', "in 't Veld"])
    expect(await asked('van')).toEqual(['van'])
  })

  it.each(['name=a&name=b', `name=${'a'.repeat(101)}`])(
    'refuses a repeated name and one that is too long: %.20s',
    async (query) => {
      const { portal, read } = await launchingPortal()
      expect(await read(portal.patients, `/portal/api/patients?${query}`, DORA)).toMatchObject({ status: 400 })
    },
  )

  it.each([
    [ANNA, ['Patient/anna']],
    [ED, ['Patient/anna']],
  ])('has only the patient whom %o may see', async (who, references) => {
    const { portal, read, domain } = await launchingPortal()
    const next = new URLSearchParams({ next: `${domain.iss}/Patient?_count=40` })
    for (const path of ['/portal/api/patients', `/portal/api/patients?${next}`]) {
      const { body } = await read(portal.patients, path, who)
      expect((body as { items: { reference: string }[] }).items.map(({ reference }) => reference)).toEqual(references)
    }
  })

  it('is refused with 401 to who is not signed in', async () => {
    const { portal, read } = await launchingPortal()
    expect(await read(portal.patients, '/portal/api/patients')).toMatchObject({
      status: 401,
      body: { error: 'not_signed_in' },
    })
  })

  it.each(['https://evil.example/r4/Patient', 'https://ehr.example/r4/../admin', 'Patient?_count=40'])(
    'does not follow a next link to %s',
    async (next) => {
      const { portal, read, domain } = await launchingPortal()
      const { status } = await read(portal.patients, `/portal/api/patients?${new URLSearchParams({ next })}`, DORA)
      expect(status).toBe(400)
      expect(domain.requests.map(({ url }) => url)).not.toContain(next)
    },
  )
})

describe('the list of tasks', () => {
  it('has those of the patient, each with its activity and app, and whether it can be launched', async () => {
    const { portal, read } = await launchingPortal()
    expect(await read(portal.tasks, '/portal/api/tasks?patient=anna', ANNA)).toEqual({
      status: 200,
      body: {
        patient: 'Patient/anna',
        items: [
          {
            reference: 'Task/anna-1',
            title: 'Task anna-1',
            status: 'ready',
            authoredOn: '2026-11-16',
            definition: 'ActivityDefinition/sleep',
            activity: 'Sleep diary',
            app: 'Sleep',
            launchable: true,
            opens: { clientId: 'sleep-app', launchUrl: 'https://sleep.example/launch' },
          },
          expect.objectContaining({ reference: 'Task/anna-2', launchable: false, reason: 'task_ended' }),
        ],
      },
    })
  })

  it('asks for the own patient when the request names none', async () => {
    const { portal, read, domain } = await launchingPortal()
    expect(await read(portal.tasks, '/portal/api/tasks', ED)).toMatchObject({ body: { patient: 'Patient/anna' } })
    expect(new URL(domain.requestsTo('/Task')[0]?.url ?? '').searchParams.get('patient')).toBe('Patient/anna')
  })

  it.each([
    ['a patient asks for another', ANNA, 'bram', 403],
    ['a relative asks for another', ED, 'bram', 403],
    ['nobody asks', {}, 'anna', 401],
    ['a practitioner names no patient', DORA, undefined, 400],
    ['the patient is no id', DORA, '../x', 400],
  ])('is refused when %s', async (_, who, patient, status) => {
    const { portal, read } = await launchingPortal()
    const query = patient === undefined ? '' : `?${new URLSearchParams({ patient })}`
    const answer = await read(portal.tasks, `/portal/api/tasks${query}`, who)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toContain('Task/')
  })

  it('of any patient is shown to a practitioner', async () => {
    const { portal, read } = await launchingPortal()
    expect(await read(portal.tasks, '/portal/api/tasks?patient=Patient/bram', DORA)).toMatchObject({
      body: { items: [{ reference: 'Task/bram-1' }] },
    })
  })

  it.each([
    ['no_activity', 'Task/anna-1', { extension: [] }],
    ['no_activity', 'ActivityDefinition/sleep', { status: 'retired' }],
    ['no_endpoint', 'Endpoint/sleep', { status: 'off' }],
    ['no_endpoint', 'Endpoint/sleep', { address: 'javascript:alert(1)' }],
    ['no_endpoint', 'Endpoint/sleep', { address: 'http://sleep.example/launch' }],
    ['foreign_endpoint', 'Endpoint/sleep', { address: 'https://sleep.example.evil.example/launch' }],
    ['no_app', 'Device/sleep-app', { status: 'inactive' }],
    ['task_ended', 'Task/anna-1', { status: 'cancelled' }],
  ])('says why a task cannot be opened: %s', async (reason, reference, change) => {
    const { portal, read, domain } = await launchingPortal()
    domain.resources.set(reference, { ...domain.resources.get(reference), ...change })
    expect(await read(portal.tasks, '/portal/api/tasks?patient=anna', ANNA)).toMatchObject({
      body: { items: [{ reference: 'Task/anna-1', launchable: false, reason }, {}] },
    })
  })

  it('answers 502 with a sentence for people when the domain cannot be read', async () => {
    const { portal, read } = await launchingPortal({ fetch: async () => Promise.reject(new TypeError('fetch failed')) })
    const { status, body } = await read(portal.tasks, '/portal/api/tasks?patient=anna', ANNA)
    expect(status).toBe(502)
    expect(body).toMatchObject({ error: 'fhir_unavailable', error_description: expect.stringMatching(/^The data/) })
  })

  it.each([
    ['of one type', ['Task'], 'system/Task.rs'],
    ['of any', [], 'system/*.rs'],
  ])(
    'answers 403 and names the missing right where the role of the portal may not read %s',
    async (_, without, right) => {
      const { domain, fetch } = await testDomain({ DEMO: 'true' })
      const types = without.length === 0 ? [] : domain.config.resourceTypes.filter((type) => !without.includes(type))
      const permissions = types.map((resourceType) => ({
        ...{ resourceType, operations: 'rs', scope: 'all', grantedBy: [] },
      })) as Parameters<typeof domain.registry.saveRole>[1]
      await domain.registry.saveRole('demo-portal', permissions)
      for (const language of ['en', 'nl']) {
        const headers = { cookie: await demoCookie(domain, 'Patient/marijke-jansen'), 'accept-language': language }
        const answer = await fetch('/portal/api/tasks', { headers })
        const body = (await answer.json()) as { readonly error: string; readonly error_description: string }
        expect([answer.status, body.error]).toEqual([403, 'not_readable'])
        expect(body.error_description).toContain(right)
        expect(body.error_description).toContain('demo-portal')
      }
    },
  )

  it('answers 409 not_in_use where the portal is not an approved app of the domain', async () => {
    const refused: unknown[] = []
    const keep = (facts: object, message: string) => void (message === 'refused' && refused.push(facts))
    const { domain, fetch } = await testDomain({ DEMO: 'true' }, { log: { info: keep, warn: keep, error: keep } })
    await domain.registry.setClientStatus('demo-portal', 'disabled')
    const headers = { cookie: await demoCookie(domain, 'Patient/marijke-jansen') }
    const answer = await fetch('/portal/api/tasks', { headers })
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: 'not_in_use' }])
    expect(refused, 'no token is asked for that would be refused').toEqual([])
  })

  it('answers 500 without details when the portal itself fails', async () => {
    const viewer = async () => Promise.reject(new Error('the session store is gone'))
    const { portal, read, logged } = await launchingPortal({ viewer })
    const { status, body } = await read(portal.tasks, '/portal/api/tasks?patient=anna')
    expect([status, (body as { error: string }).error]).toEqual([500, 'unexpected'])
    expect(JSON.stringify(body)).not.toContain('store')
    expect(logged()).toContain('the session store is gone')
  })

  it('takes no other method than GET and HEAD', async () => {
    const { portal, post } = await launchingPortal()
    const response = await post(portal.tasks, {}, ANNA)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
