// Bodies of any shape, sent to every address that takes one: they are stored, or refused in words; what is refused leaves nothing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDomain } from '../domain.ts'
import { r4Problems } from '../r4-validators.ts'
import { WRITING_SCOPE, writingApp } from '../writing-app.ts'
import { budget, limit } from './budget.ts'
import { nasty, nastyJson } from './nasty.ts'

const RUNS = 300

/** Texts of which some are resources, Bundles or patches, broken in one place or another. */
const text = fc.oneof(
  nasty,
  nastyJson.map((value) => JSON.stringify(value)),
  nastyJson.map((value) => JSON.stringify({ resourceType: 'Patient', id: 'fuzzed', name: value, extension: value })),
  fc
    .tuple(
      fc.constantFrom('gender', 'birthDate', 'meta', 'contained', 'text', 'active', 'identifier', '_gender'),
      nastyJson,
    )
    .map(([name, value]) => JSON.stringify({ resourceType: 'Patient', [name]: value })),
  fc
    .tuple(
      fc.constantFrom('batch', 'transaction'),
      fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
      nasty,
      nastyJson,
    )
    .map(([type, method, url, resource]) =>
      JSON.stringify({ resourceType: 'Bundle', type, entry: [{ fullUrl: url, resource, request: { method, url } }] }),
    ),
  fc.tuple(fc.constantFrom('POST', 'PUT', 'PATCH'), nastyJson).map(([method, name]) =>
    JSON.stringify({
      resourceType: 'Bundle',
      type: 'batch',
      entry: [{ resource: { resourceType: 'Patient', name }, request: { method, url: 'Patient', ifMatch: name } }],
    }),
  ),
  fc
    .tuple(
      fc.constantFrom('add', 'remove', 'replace', 'copy', 'test'),
      fc.constantFrom('', '/id', '/name', '/extension/0'),
      nastyJson,
    )
    .map(([op, path, value]) => JSON.stringify([{ op, path, from: path, value }])),
)
const body = fc.oneof(
  { weight: 4, arbitrary: text.map((one) => Buffer.from(one)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((one) => Buffer.from(one)) },
)
const type = fc.constantFrom('application/fhir+json', 'application/json', 'application/json-patch+json', 'text/plain')
const tag = fc.oneof(fc.constantFrom('W/"1"', 'W/"2"', '*', '"1","2"', ''), nasty)
const criteria = fc.oneof(fc.constantFrom('identifier=a|b', 'name=', 'nope=1', '_id=fuzzed', ''), nasty)

/** A header that can be sent; what cannot never leaves a client. */
const sendable = (value: string) => value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').trim()

describe('a write of any shape', () => {
  it(
    'CRE-10 UPD-03 PAT-08 is carried out, or refused in words with nothing stored',
    async () => {
      const { domain, fetch, bearer } = await testDomain()
      const app = await writingApp(domain)
      const authorization = `Bearer ${await bearer(app, WRITING_SCOPE)}`
      const ask = (
        method: string,
        path: string,
        headers: Readonly<Record<string, string>>,
        sent?: Uint8Array<ArrayBuffer>,
      ) => fetch(`/fhir${path}`, { method, headers: { authorization, ...headers }, ...(sent && { body: sent }) })
      const made = await ask(
        'POST',
        '/Patient',
        { 'content-type': 'application/fhir+json' },
        Buffer.from('{"resourceType":"Patient"}'),
      )
      expect(made.status).toBe(201)
      const { id } = (await made.json()) as { readonly id: string }
      const counted = domain.database.sql
        .prepare("SELECT count(*) FROM resource_version WHERE type <> 'AuditEvent'")
        .pluck()
      const address = fc.constantFrom(
        ['POST', '/Patient'],
        ['POST', ''],
        ['PUT', `/Patient/${id}`],
        ['PATCH', `/Patient/${id}`],
        ['PUT', '/Patient?identifier=a|b'],
        ['PATCH', '/Patient?_id=fuzzed'],
        ['POST', '/Task'],
        ['POST', '/Subscription'],
      )
      let refused = 0
      await fc.assert(
        fc.asyncProperty(
          address,
          body,
          type,
          tag,
          criteria,
          async ([method = '', path = ''], sent, mediaType, ifMatch, query) => {
            const before = counted.get()
            const answer = await ask(
              method,
              path,
              {
                'content-type': mediaType,
                ...(method === 'POST' ? {} : { 'if-match': sendable(ifMatch) }),
                ...(method === 'POST' && query !== '' ? { 'if-none-exist': sendable(query) } : {}),
              },
              Uint8Array.from(sent),
            )
            const told = await answer.text()
            expect(answer.status, told).toBeLessThan(500)
            if (answer.ok) return
            refused += 1
            const outcome = JSON.parse(told)
            expect([outcome.resourceType, ...r4Problems(outcome)]).toEqual(['OperationOutcome'])
            expect(counted.get()).toBe(before)
          },
        ),
        budget(RUNS, 0.25),
      )
      expect(refused).toBeGreaterThan(0)
    },
    limit(),
  )
})
