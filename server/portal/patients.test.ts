// The list of patients of a practitioner, from the domain's own FHIR API.
import { describe, expect, it } from 'vitest'
import type { PortalPatients } from '#lib/api/portal.ts'
import { registerApp } from '../testing/app.ts'
import { DAAN, type Ward, ward } from './testing/ward.ts'

/** Stores patients as an app does, in this order, and reads the list of those with a family name as Daan sees it. */
async function listed(patients: readonly object[], name: string): Promise<PortalPatients> {
  const test = await ward()
  await store(test, patients)
  return (await (
    await test.get(DAAN, `/portal/api/patients?${new URLSearchParams({ name })}`)
  ).json()) as PortalPatients
}

async function store({ domain, fetch, bearer, advance }: Ward, patients: readonly object[]): Promise<void> {
  await domain.registry.saveRole('registrar', [
    { resourceType: 'Patient', operations: 'cr', scope: 'all', grantedBy: [] },
  ])
  const app = await registerApp(domain, 'registrar', 'registrar')
  const authorization = `Bearer ${await bearer(app, 'system/Patient.cr')}`
  for (const patient of patients) {
    const { status } = await fetch('/fhir/DEFAULT/Patient', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Patient', ...patient }),
    })
    expect(status).toBe(201)
    advance(1000)
  }
}

const named = (family: string, given: string) => ({ name: [{ use: 'official', family, given: [given] }] })

describe('the patients of a practitioner', () => {
  it.each(['', 'aa'])(
    'are ordered by family name and then by first name, whatever the order of creation: search “%s”',
    async (name) => {
      const patients = [
        named('Aa Zwart', 'Bo'),
        named('Aa Adams', 'Wim'),
        named('Aa Étienne', 'Luc'),
        named('Aa Adams', 'Jo'),
      ]
      const { items } = await listed(patients, name)
      const first = items.slice(0, patients.length)
      expect(first.map((one) => one.name)).toEqual(['Jo Aa Adams', 'Wim Aa Adams', 'Luc Aa Étienne', 'Bo Aa Zwart'])
    },
  )

  it('are ordered by their first family name, and show the other ones next to it', async () => {
    const maiden = { use: 'maiden', family: 'Aa Berg' }
    const { items } = await listed([{ name: [...named('Zwart', 'Bo').name, maiden] }, named('Aa Zee', 'Al')], 'aa')
    expect(items.map(({ name, alsoCalled }) => [name, alsoCalled])).toEqual([
      ['Bo Zwart', ['Aa Berg']],
      ['Al Aa Zee', undefined],
    ])
  })

  it.each(['qvries', 'de qvries', 'jan qvries'])('are found by a word inside a family name: “%s”', async (name) => {
    const { items } = await listed([named('de Qvries', 'Jan'), named('Qvos', 'Jan')], name)
    expect(items.map((one) => one.name)).toEqual(['Jan de Qvries'])
  })

  it('are counted in the total whether or not the record is in use, and marked when it is not', async () => {
    const { items, total } = await listed(
      [
        named('Verloren', 'Ada'),
        { ...named('Verloren', 'Bas'), active: false },
        { ...named('Verloren', 'Cas'), active: true },
      ],
      'verloren',
    )
    expect(items.map(({ name, notInUse }) => [name, notInUse])).toEqual([
      ['Ada Verloren', undefined],
      ['Bas Verloren', true],
      ['Cas Verloren', undefined],
    ])
    expect(total).toBe(items.length)
  })
})
