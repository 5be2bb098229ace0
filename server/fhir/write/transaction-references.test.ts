import { describe, expect, it } from 'vitest'
import { ENDPOINT, INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf, expectOutcome, FD, type Json } from '../testing/fhir-server.ts'
import {
  addressOf,
  type EntryJson,
  patching,
  posting,
  putting,
  replacing,
  requesting,
  statusesOf,
  transaction,
} from './testing/bundles.ts'
import { done, issueOf, permutations, person, Q0, read, ref, SYSTEM, task, urn } from './testing/transactions.ts'
import { writeServer } from './testing/writers.ts'

describe('references between the entries of a transaction', () => {
  it('TXN-05 become the addresses that the entries get, wherever a link may be, also of two that refer to each other', async () => {
    const a = await (await writeServer()).as('A')
    const link = (value: Json) => ({ url: 'http://example.org/link', ...value })
    const patient = person('p', {
      meta: undefined, // KT2Patient has no links to others.
      text: {
        status: 'generated',
        div: `<div xmlns="http://www.w3.org/1999/xhtml"><a href="${urn(3)}">task</a><img src="${urn(3)}" alt="x"/></div>`,
      },
      contained: [{ resourceType: 'Patient', id: 'c', link: [{ other: ref(urn(1)), type: 'refer' }] }],
      extension: [
        link({ valueReference: ref(urn(3).toUpperCase().replace('URN:UUID', 'urn:uuid')) }),
        ...['valueUri', 'valueUrl'].map((name) => link({ [name]: urn(2) })),
      ],
      link: [{ other: ref('#c'), type: 'seealso' }],
    })
    const answers = await done(
      a,
      posting(patient, urn(1)),
      posting(Q0, urn(2)),
      posting(task(urn(1), urn(2), { requester: ref(urn(2)) }), urn(3)),
    )
    const [one, two, three] = answers.map(addressOf) as [string, string, string]
    const stored = await read(a, one)
    expect(stored).toMatchObject({
      text: { div: expect.stringContaining(`<a href="${three}">task</a><img src="${three}" alt="x"/>`) },
      contained: [{ link: [{ other: { reference: one } }] }],
    })
    expect(stored['extension']).toEqual(
      expect.arrayContaining([link({ valueReference: ref(three) }), link({ valueUri: two }), link({ valueUrl: two })]),
    )
    expect(await read(a, three)).toMatchObject({ for: ref(one), owner: ref(two), requester: ref(two) })
    expect(JSON.stringify(stored)).not.toContain('urn:uuid')
    expect((await bundleOf(await a.get(`/Task?patient=${one}`))).entry).toHaveLength(1)
  })

  it('TXN-06 are replaced in links alone: the same text elsewhere stays', async () => {
    const a = await (await writeServer()).as('A')
    const extension = [
      { url: 'http://example.org/canonical', valueCanonical: urn(1) },
      { url: 'http://example.org/string', valueString: urn(1) },
      { url: 'http://example.org/longer', valueUri: `${urn(1)}:more` },
    ]
    const external = 'https://elsewhere.example/fhir/Patient/1'
    const identifier = [{ system: 'urn:ietf:rfc:3986', value: urn(1) }]
    const link = [{ other: ref(`${external}/_history/2`), type: 'seealso' }]
    const [, other] = await done(
      a,
      posting(P0, urn(1)),
      posting({ ...P0, meta: undefined, identifier, extension, link }, external),
    )
    const stored = await read(a, addressOf(other as EntryJson))
    expect(stored).toMatchObject({ identifier, link })
    expect(stored['extension']).toEqual(expect.arrayContaining(extension))
  })

  it('TXN-05 to the urn of an entry that updates or patches become its address', async () => {
    const a = await (await writeServer()).as('A')
    const patient = await a.made(P0)
    const practitioner = await a.made(Q0)
    const [, , made] = await done(
      a,
      { ...putting({ ...patient, active: false }), fullUrl: urn(1) },
      {
        ...patching(`Practitioner/${practitioner.id}`, replacing('/active', false), { ifMatch: 'W/"1"' }),
        fullUrl: urn(2),
      },
      posting(task(urn(1), urn(2)), urn(3)),
    )
    expect(await read(a, addressOf(made as EntryJson))).toMatchObject({
      for: ref(`Patient/${patient.id}`),
      owner: ref(`Practitioner/${practitioner.id}`),
    })
  })

  it('TXN-05 TXN-08 in what a patch makes become addresses, whichever kind of patch it is', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const there = await a.made(person('one'))
    const patient = await a.made(P0)
    const { id } = await a.made(P0)
    const url = `Patient/${id}`
    const other = (value: string) => ({ other: ref(value), type: 'seealso' })
    const fhirPath = (value: string) => ({
      resourceType: 'Parameters',
      parameter: [
        {
          name: 'operation',
          part: [
            { name: 'type', valueCode: 'replace' },
            { name: 'path', valueString: 'Patient.link[0].other' },
            { name: 'value', valueReference: ref(value) },
          ],
        },
      ],
    })
    const claimsNothing = [{ op: 'remove', path: '/meta/profile' }]
    const json = (value: unknown) => [...claimsNothing, { op: 'add', path: '/link', value }]
    const [made] = await done(
      a,
      posting(person('new'), urn(1)),
      patching(url, json([other(urn(1)), other(`Patient?identifier=${SYSTEM}|one`)]), { ifMatch: 'W/"1"' }),
    )
    const first = addressOf(made as EntryJson)
    expect(await read(a, url)).toMatchObject({ link: [other(first), other(`Patient/${there.id}`)] })
    const put = { ...putting({ ...patient, active: false }), fullUrl: urn(2) }
    await done(a, requesting('PATCH', url, fhirPath(urn(2)), { ifMatch: 'W/"2"' }), put)
    expect(await read(a, url)).toMatchObject({ link: [other(`Patient/${patient.id}`), other(`Patient/${there.id}`)] })
    const nowhere = transaction(requesting('PATCH', url, fhirPath(urn(9)), { ifMatch: 'W/"3"' }))
    await expectOutcome(await changesNothing(() => a.post('', nowhere)), 422, 'not-found')
  })

  it('TXN-05 that are relative are to the entry of the same base, before they are to what is there', async () => {
    const a = await (await writeServer()).as('A')
    const there = await a.made(P0)
    for (const base of ['https://elsewhere.example/fhir', FD]) {
      const [patient, made, apart] = await done(
        a,
        posting(person('copy'), `${base}/Patient/${there.id}`),
        posting(task(`Patient/${there.id}`, `${base}/Practitioner/p`), `${base}/Task/t`),
        posting(task(`Patient/${there.id}`, `${base}/Practitioner/p`), urn(1)),
        posting(Q0, `${base}/Practitioner/p`),
      )
      const copy = addressOf(patient as EntryJson)
      expect(copy).not.toBe(`Patient/${there.id}`)
      expect(await read(a, addressOf(made as EntryJson)), base).toMatchObject({ for: ref(copy) })
      expect(await read(a, addressOf(apart as EntryJson)), base).toMatchObject({ for: ref(`Patient/${there.id}`) })
    }
  })

  it('TXN-07 to an address that no entry has are refused', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const bundle = transaction(posting(P0, urn(1)), posting(Q0, urn(2)), posting(task(urn(9), urn(2)), urn(3)))
    const refused = await changesNothing(() => a.post('', bundle))
    expect(await issueOf(refused, 422, 'not-found')).toMatchObject({
      expression: ['Bundle.entry[2].resource.for.reference'],
    })
  })

  it('TXN-08 by criteria become the address of the one resource that meets them', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const [patient, practitioner] = [await a.made(person('one')), await a.made(Q0)]
    await a.made(person('two'))
    await a.made(person('two'))
    const of = (value: string) =>
      posting(task(`Patient?identifier=${SYSTEM}|${value}`, `Practitioner/${practitioner.id}`))
    const [answer] = await done(a, of('one'))
    expect(await read(a, addressOf(answer as EntryJson))).toMatchObject({ for: ref(`Patient/${patient.id}`) })
    await changesNothing(async () => {
      const none = await issueOf(await a.post('', transaction(of('none'))), 412, 'not-found')
      expect(none).toMatchObject({ expression: ['Bundle.entry[0]'] })
      await expectOutcome(await a.post('', transaction(of('two'))), 412, 'multiple-matches')
    })
  })

  it('TXN-04 TXN-08 by criteria find what the Bundle makes, whatever the order of its entries', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(Q0)
    for (const [index, order] of permutations([0, 1]).entries()) {
      const value = `new-${index}`
      const entries = [posting(person(value)), posting(task(`Patient?identifier=${value}`, `Practitioner/${id}`))]
      const answers = await done(a, ...order.map((one) => entries[one] as Json))
      const [patient, made] = [0, 1].map((one) => addressOf(answers[order.indexOf(one)] as EntryJson))
      expect(await read(a, String(made))).toMatchObject({ for: ref(String(patient)) })
    }
  })

  it('TXN-09 by criteria are as strict as conditional writes, and find nothing that the client may not see', async () => {
    const { as, changesNothing } = await writeServer()
    const [a, b] = [await as('A'), await as('B')]
    const { id } = await a.made(Q0)
    await b.made(person('ofB'))
    const of = (criteria: string) => transaction(posting(task(`Patient?${criteria}`, `Practitioner/${id}`)))
    await changesNothing(async () => {
      await expectOutcome(await a.post('', of('identifier=ofB')), 412, 'not-found')
      await expectOutcome(await a.post('', of('identifier=ofB&foo=1')), 400, 'not-supported')
      await expectOutcome(await a.post('', of('identifier=')), 400, 'invalid')
      await expectOutcome(await a.post('', of('_count=1')), 400, 'not-supported')
    })
  })

  it('TXN-05 to a conditional create become the address of what was there', async () => {
    const a = await (await writeServer()).as('A')
    const there = await a.made(person('one'))
    const answers = await done(
      a,
      posting(task(urn(1), urn(2)), urn(3)),
      posting(person('one'), urn(1), { ifNoneExist: `identifier=${SYSTEM}|one` }),
      posting(Q0, urn(2)),
    )
    expect(statusesOf(answers)).toEqual([201, 200, 201])
    const stored = await read(a, addressOf(answers[0] as EntryJson))
    expect(stored).toMatchObject({ for: ref(`Patient/${there.id}`) })
  })
})

describe('instances of an activity', () => {
  it('TXN-05 a Task, its ActivityDefinition and its people are made in one transaction', async () => {
    const a = await (await writeServer()).as('A')
    const endpoint = SMALLEST['Endpoint'] as Json
    const activity = SMALLEST['ActivityDefinition'] as Json
    const answers = await done(
      a,
      posting(endpoint, urn(1)),
      posting({ ...activity, extension: [{ url: ENDPOINT, valueReference: ref(urn(1)) }] }, urn(2)),
      posting(P0, urn(3)),
      posting(Q0, urn(4)),
      posting(task(urn(3), urn(4), { extension: [{ url: INSTANTIATES, valueReference: ref(urn(2)) }] }), urn(5)),
    )
    expect(statusesOf(answers)).toEqual(Array(5).fill(201))
    const made = await read(a, addressOf(answers[4] as EntryJson))
    expect(made['extension']).toContainEqual({
      url: INSTANTIATES,
      valueReference: ref(addressOf(answers[1] as EntryJson)),
    })
  })
})
