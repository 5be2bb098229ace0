import { describe, expect, it } from 'vitest'
import type { PortalTaskWritten } from '#lib/api/portal.ts'
import { DAAN, ELS, MARIJKE, SITE, type Ward, ward } from './testing/ward.ts'

const FRESH = '/portal/api/tasks/fresh'
const PATCH = [{ op: 'replace', path: '/status', value: 'completed' }]
/** The version of a task that nobody has changed. */
const FIRST = { 'if-match': 'W/"1"' }

/** An app completes everything that is Marijke's own. */
async function allDone(test: Ward): Promise<void> {
  for (const { reference, launchable } of await test.tasks(MARIJKE))
    if (launchable) expect((await test.app('PATCH', reference, PATCH, FIRST)).status).toBe(200)
}

const fresh = async ({ post }: Ward, person = MARIJKE) => post(person, FRESH, {})

describe('a demo whose tasks have ended', () => {
  it('gives the patient a new one, as a practitioner would', async () => {
    const test = await ward()
    await allDone(test)
    expect((await test.tasks(MARIJKE)).some(({ launchable }) => launchable)).toBe(false)
    const answer = await fresh(test)
    expect(answer.status).toBe(200)
    const { reference, status } = (await answer.json()) as PortalTaskWritten
    expect(status).toBe('ready')
    const stored = await test.domain.resources.readCurrent('Task', reference.split('/')[1] ?? '')
    expect(stored).toMatchObject({ versionId: 1, origin: 'demo-portal' })
    expect(JSON.parse(stored?.body ?? '')).toMatchObject({
      meta: { profile: ['http://koppeltaal.nl/fhir/StructureDefinition/KT2Task'] },
      for: { reference: MARIJKE },
      owner: { reference: MARIJKE },
      requester: { reference: DAAN },
    })
    const [first] = await test.tasks(MARIJKE)
    expect(first).toMatchObject({ reference, title: 'Sleep diary', launchable: true })
  })

  it('CON-07 gives one, however many pages ask, and the next one when that has ended, too', async () => {
    const test = await ward()
    await allDone(test)
    const references = await Promise.all(
      [1, 2, 3].map(async () => ((await (await fresh(test)).json()) as PortalTaskWritten).reference),
    )
    expect(new Set(references).size).toBe(1)
    await test.app('PATCH', references[0] ?? '', PATCH, FIRST)
    const { reference } = (await (await fresh(test)).json()) as PortalTaskWritten
    expect(references).not.toContain(reference)
  })

  it('gives none while there is one to open', async () => {
    const test = await ward()
    const before = await test.tasks(MARIJKE)
    expect(before.map(({ reference }) => reference)).toContain(
      ((await (await fresh(test)).json()) as PortalTaskWritten).reference,
    )
    expect(await test.tasks(MARIJKE)).toEqual(before)
  })

  it('gives a relative one of their own, for the patient whose relative they are', async () => {
    const test = await ward()
    await test.app('PATCH', 'Task/help-with-sleep-diary', PATCH, FIRST)
    expect((await test.tasks(ELS)).some(({ launchable }) => launchable)).toBe(false)
    const answer = await fresh(test, ELS)
    expect(answer.status).toBe(200)
    const { reference } = (await answer.json()) as PortalTaskWritten
    const stored = await test.domain.resources.readCurrent('Task', reference.split('/')[1] ?? '')
    expect(JSON.parse(stored?.body ?? '')).toMatchObject({ for: { reference: MARIJKE }, owner: { reference: ELS } })
    expect((await test.tasks(ELS))[0]).toMatchObject({ reference, launchable: true })
    expect(((await (await fresh(test, ELS)).json()) as PortalTaskWritten).reference, 'and one').toBe(reference)
  })

  it('gives none to a practitioner', async () => {
    expect((await fresh(await ward(), DAAN)).status).toBe(403)
  })

  it('gives none to a visitor, and none that another site asks for', async () => {
    const test = await ward()
    await allDone(test)
    const headers = { origin: SITE, 'content-type': 'application/json' }
    const visitor = await test.fetch(`${SITE}${FRESH}`, { method: 'POST', headers, body: '{}' })
    expect(visitor.status).toBe(401)
    expect((await test.post(MARIJKE, FRESH, {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await test.tasks(MARIJKE)).some(({ launchable }) => launchable)).toBe(false)
  })
})
