import { describe, expect, it } from 'vitest'
import { allSteps } from '../async/steps.ts'
import { linking } from './links.ts'

const URN = 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0'
const address = (link: string) => (link === URN ? 'Patient/1' : undefined)

const withLinks = (text: string) => allSteps(linking(text, { mayBe: (link) => link === URN, relink: address }))
const relinked = (resource: object): unknown => JSON.parse(withLinks(JSON.stringify(resource)))

describe('links of a resource (FHIR R4 http.html#trules)', () => {
  it('TXN-05 are references, URIs of any type and links of narrative, at any depth', () => {
    expect(
      relinked({
        resourceType: 'Task',
        text: { status: 'generated', div: `<div><a title="x" href="${URN}">it</a><img alt='' src='${URN}'/></div>` },
        contained: [{ resourceType: 'Patient', id: 'c', link: [{ other: { reference: URN } }] }],
        extension: [
          { url: 'http://example.org/1', valueReference: { reference: URN } },
          { url: 'http://example.org/2', extension: [{ url: 'u', valueUri: URN }] },
          ...['valueUrl', 'valueOid', 'valueUuid'].map((name) => ({ url: 'http://example.org/3', [name]: URN })),
        ],
        _status: { extension: [{ url: 'http://example.org/4', valueReference: { reference: URN } }] },
        instantiatesUri: URN,
        for: { reference: URN },
      }),
    ).toEqual({
      resourceType: 'Task',
      text: {
        status: 'generated',
        div: `<div><a title="x" href="Patient/1">it</a><img alt='' src='Patient/1'/></div>`,
      },
      contained: [{ resourceType: 'Patient', id: 'c', link: [{ other: { reference: 'Patient/1' } }] }],
      extension: [
        { url: 'http://example.org/1', valueReference: { reference: 'Patient/1' } },
        { url: 'http://example.org/2', extension: [{ url: 'u', valueUri: 'Patient/1' }] },
        ...['valueUrl', 'valueOid', 'valueUuid'].map((name) => ({ url: 'http://example.org/3', [name]: 'Patient/1' })),
      ],
      _status: { extension: [{ url: 'http://example.org/4', valueReference: { reference: 'Patient/1' } }] },
      instantiatesUri: 'Patient/1',
      for: { reference: 'Patient/1' },
    })
  })

  it('TXN-06 are not canonicals, strings, identifiers, texts, or parts of a longer URI', () => {
    const kept = {
      resourceType: 'Task',
      text: { status: 'generated', div: `<div>href="${URN}" <a href="${URN}/more">${URN}</a></div>` },
      extension: [{ url: 'http://example.org/1', valueCanonical: URN }],
      identifier: [{ system: `${URN}#part`, value: URN }],
      instantiatesCanonical: URN,
      description: URN,
      for: { reference: `${URN}/_history/1`, display: URN },
    }
    expect(relinked(kept)).toEqual(kept)
  })

  it('are rewritten without any other change to the text', () => {
    const text = `{"resourceType":"Task","extension":[{"url":"u","valueDecimal":1.00}],"description":"\\u00e9","for":{"reference":"${URN}"}}`
    expect(withLinks(text)).toBe(text.replace(URN, 'Patient/1'))
  })

  it('FBO-08 are found in steps', () => {
    const identifier = Array.from({ length: 20_000 }, () => ({ system: URN, value: '1' }))
    const steps = linking(JSON.stringify({ resourceType: 'Patient', identifier }), {
      mayBe: (link) => link === URN,
      relink: address,
    })
    expect([...steps].length).toBeGreaterThan(20_000)
  })
})
