import { describe, expect, it } from 'vitest'
import { registerApp } from '../testing/app.ts'
import { tokenAt } from '../testing/launch-over-http.ts'
import { type ProcessDomain, processDomain } from '../testing/processes.ts'

/** Patients that stay (k), that change (c), that are deleted (d) and that get another origin (m), 2000 numbers in all. */
const KINDS = ['k', 'c', 'd', 'm']
const NUMBERS = 2000
const DEVICES = ['own-0', 'own-1', 'own-2']

interface Bundle {
  readonly total?: number
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
}

const patients = Array.from({ length: NUMBERS }, (_, n) => {
  const id = `${KINDS[n % KINDS.length]}${String(n).padStart(4, '0')}`
  const device = `own-${n % 3}`
  const valueReference = { reference: `Device/${device}`, type: 'Device' }
  const url = 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin'
  const parsed = { resourceType: 'Patient', id, extension: [{ url, valueReference }], active: n % 5 > 0 }
  return { device, active: n % 5 > 0, id, write: { type: 'Patient', id, text: JSON.stringify(parsed), parsed } }
})

/** Registers an app that sees Patients of these scopes, and gives it a token. */
async function reader(
  domain: ProcessDomain,
  origin: string,
  clientId: string,
  permission: { readonly scope: 'all' | 'own' | 'granted'; readonly grantedBy: readonly string[] },
): Promise<string> {
  await domain.domain.registry.saveRole(clientId, [{ resourceType: 'Patient', operations: 'rs', ...permission }])
  const app = await registerApp(domain.domain, clientId, clientId)
  return tokenAt(domain, app, origin)
}

describe('walks through lists while another process imports, changes and deletes', () => {
  it('LST-07 LST-13 LST-15 LST-18 give every match once, whichever process answers and whoever asks', async () => {
    const domain = await processDomain()
    const { resources } = domain.domain
    for (let at = 0; at < NUMBERS; at += 100)
      await resources.write(
        patients.slice(at, at + 100).map(({ write }) => write),
        Date.now(),
      )
    const servers = [await domain.start({ first: true }), await domain.start()]
    const [first = ''] = servers.map(({ origin }) => origin)
    let turn = 0
    const get = async (token: string, url: string): Promise<Bundle> => {
      const { pathname, search } = new URL(url, first)
      const origin = servers[turn++ % servers.length]?.origin
      const response = await fetch(`${origin}${pathname}${search}`, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(200)
      return (await response.json()) as Bundle
    }
    const linkOf = ({ link }: Bundle, relation: string) => link.find((one) => one.relation === relation)?.url
    const idsOf = ({ entry = [] }: Bundle) => entry.map(({ resource }) => resource.id)

    const all = await reader(domain, first, 'sees-all', { scope: 'all', grantedBy: [] })
    const own = await reader(domain, first, 'own-1', { scope: 'own', grantedBy: [] })
    const granted = await reader(domain, first, 'sees-some', { scope: 'granted', grantedBy: ['own-0', 'own-2'] })
    const readers: readonly (readonly [string, readonly string[]])[] = [
      [all, DEVICES],
      [own, ['own-1']],
      [granted, ['own-0', 'own-2']],
    ]

    const writer = await domain.startWriter()
    let walks = 0
    for (const sort of ['-_lastUpdated', '_lastUpdated', '_id', '-_id', 'identifier,_id'])
      for (const [token, devices] of readers)
        for (const filter of ['', 'active=true&']) {
          const walked: string[] = []
          const totals = new Set<number | undefined>()
          let page = await get(token, `/fhir/DEFAULT/Patient?${filter}_sort=${sort}&_count=150&_total=accurate`)
          const beginning = page
          for (;;) {
            walked.push(...idsOf(page))
            totals.add(page.total)
            const next = linkOf(page, 'next')
            if (!next) break
            page = await get(token, next)
          }
          const what = `${sort} ${devices} ${filter}`
          // Nothing twice; unchanged patients are there, and nothing else of that kind; the total is that of the beginning.
          expect(new Set(walked).size, what).toBe(walked.length)
          const untouched = patients.filter(
            ({ id, device, active }) => id.startsWith('k') && devices.includes(device) && (active || filter === ''),
          )
          expect(walked.filter((id) => id.startsWith('k')).sort(), what).toEqual(untouched.map(({ id }) => id).sort())
          // Changed patients stay in their places: as they were at the beginning.
          const changing = patients.filter(({ id, device }) => id.startsWith('c') && devices.includes(device))
          if (filter === '') expect(walked, what).toEqual(expect.arrayContaining(changing.map(({ id }) => id)))
          expect([...totals], what).toHaveLength(1)
          expect(walked.length, what).toBeLessThanOrEqual(Number([...totals][0]))
          if (sort === '_id') expect(walked, what).toEqual([...walked].sort())
          if (sort === '-_id') expect(walked, what).toEqual([...walked].sort().reverse())
          // The same search again, backwards from its end: the same places in both processes.
          const last = linkOf(beginning, 'last') ?? ''
          const [one, other] = [await get(token, last), await get(token, last)]
          const gone = (ids: readonly string[]) => ids.filter((id) => !id.startsWith('d') && !id.startsWith('m'))
          expect(gone(idsOf(one)), what).toEqual(gone(idsOf(other)))
          walks += 1
        }
    expect(walks).toBe(30)
    expect(await writer.stop()).toBeGreaterThan(20)
  })
})
