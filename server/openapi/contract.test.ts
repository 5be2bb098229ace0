// Every operation of the description, asked rightly and wrongly by everybody, over a socket: nothing comes that is not
// described, and what is described comes.
import { describe, expect, it } from 'vitest'
import type { Parameter, Schema } from '#lib/api/openapi.ts'
import { busyAnswer } from '../http/overload/busy-answer.ts'
import { type Asked, bodyOf, type Caller, contract } from './testing/contract.ts'
import { type DescribedOperation, invalidBy, undescribed } from './testing/described.ts'

/** What the server refuses before a handler is asked. */
const BY_THE_SERVER: Readonly<Record<string, Asked>> = {
  'a body of unknown length': { headers: { 'transfer-encoding': 'chunked' } },
  'a body that is too long': { headers: { 'content-length': '1000000000' } },
  'a compressed body': { headers: { 'content-encoding': 'gzip' } },
  'a long target': { query: `?x=${'a'.repeat(9000)}` },
  'many headers': { headers: Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`x-${n}`, 'y'])) },
  'a long header': { headers: { 'x-long': 'y'.repeat(17_000) } },
  'two tokens': { headers: { authorization: ['Bearer a', 'Bearer b'] } },
  'no host': { headers: { host: 'a b' } },
  'another host': { headers: { host: 'elsewhere.example' } },
}

const WRONG: Readonly<Record<string, Asked>> = {
  'another representation': { headers: { accept: 'application/fhir+xml' } },
  'a page': { headers: { accept: 'text/html' } },
  'another site': { headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' } },
  'a token that is none': { headers: { authorization: 'Bearer nonsense' } },
  'a broken query': { query: '?x=%ff' },
  'a broken path': { fill: '%ff' },
  'nothing that is there': { fill: 'nobody' },
}

const WRONG_BODIES: Readonly<Record<string, Asked>> = {
  'another type': { headers: { 'content-type': 'text/plain' } },
  'broken JSON': { body: '{' },
  'an empty object': { body: '{}' },
  nothing: { body: '' },
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Those whose way to authenticate an operation takes, nobody, and one other. */
const callersOf = ({ operation }: DescribedOperation): readonly Caller[] =>
  takesBearer(operation)
    ? ['nobody', 'reading-app', 'writing-app', 'administrator']
    : ['nobody', 'patient', 'practitioner', 'administrator', 'auditor', 'reading-app']

const takesBearer = ({ security = [] }: DescribedOperation['operation']): boolean =>
  security.some((scheme) => 'bearer' in scheme)

/** Who may do most at an operation. */
function whoMay({ path, operation }: DescribedOperation): Caller {
  if (takesBearer(operation)) return 'writing-app'
  return path.startsWith('/admin/api/audit') ? 'auditor' : 'administrator'
}

describe('every operation of the description', () => {
  it('MET-12 LIM-05 LIM-06 LIM-07 is described with what the server itself refuses', async () => {
    const { operations, ask, found } = await contract()
    for (const described of operations)
      for (const asked of Object.values(BY_THE_SERVER))
        expect((await ask('nobody', described, asked)).status).toBeGreaterThan(199)
    expect(found).toEqual([])
  })

  it('MET-12 is described for callers of every role, and what each of them is refused', async () => {
    const { operations, ask, found } = await contract()
    for (const described of operations) for (const who of callersOf(described)) await ask(who, described)
    expect(found).toEqual([])
  })

  it('MET-12 is described for what is asked wrongly', async () => {
    const { operations, ask, found } = await contract()
    for (const described of operations) {
      const wrong = { ...WRONG, ...(described.operation.requestBody ? WRONG_BODIES : {}) }
      for (const asked of Object.values(wrong)) await ask(whoMay(described), described, asked)
    }
    expect(found).toEqual([])
  })

  it('MET-12 NEG-06 answers each word of a list, and refuses others and numbers that are none', async () => {
    const { operations, ask, found } = await contract()
    const accepted: string[] = []
    for (const described of operations) {
      const may = whoMay(described)
      for (const parameter of described.operation.parameters ?? []) {
        for (const word of wordsOf(parameter)) await ask(may, described, withValue(parameter, word))
        if (!isBound(parameter.schema) || parameter.name === 'Prefer') continue // RFC 7240 §2: an unknown preference is ignored.
        const { status } = await ask(may, described, withValue(parameter, 'nonsense'))
        if (status < 400) accepted.push(`${described.operation.operationId}: ${parameter.name}`)
      }
    }
    expect(found).toEqual([])
    expect(accepted).toEqual([])
  })

  it('MET-12 refuses a body with a value that is not in its schema', async () => {
    const { operations, ask, found } = await contract()
    const accepted: string[] = []
    for (const described of operations) {
      const [type, media] = Object.entries(described.operation.requestBody?.content ?? {})[0] ?? []
      const example = (media?.example ?? {}) as object
      for (const [name, schema] of Object.entries((media?.schema['properties'] ?? {}) as Record<string, Schema>)) {
        if (!isBound(schema) || name === 'client_assertion_type') continue // Of a way to authenticate that this caller does not use.
        const value = typeof schema['maxLength'] === 'number' ? 'x'.repeat(schema['maxLength'] + 1) : 'nonsense'
        const { status } = await ask(whoMay(described), described, {
          body: bodyOf(type, { ...example, [name]: value }),
        })
        if (status < 400) accepted.push(`${described.operation.operationId}: ${name} ${status}`)
      }
    }
    expect(found).toEqual([])
    expect(accepted).toEqual([])
  })

  it('MET-12 HOC-04 answers the methods that the description has at its address, and no other', async () => {
    const { operations, ask } = await contract()
    const wrong: string[] = []
    for (const path of new Set(operations.map((one) => one.path))) {
      const there = operations.filter((one) => one.path === path)
      const methods = there.map(({ method }) => method.toUpperCase())
      // The pages of a search are reached by their links only, so that Allow does not have them.
      const named = there.flatMap(({ method, operation }) =>
        /^page/.test(operation.operationId) ? [] : [method.toUpperCase()],
      )
      const [first] = there
      if (!first || ['/launch', '/energy'].includes(path)) continue // Where Next has a page, too.
      for (const method of METHODS.filter((one) => !methods.includes(one))) {
        const { status, headers } = await ask(whoMay(first), first, { method })
        const allow = headers.get('allow') ?? ''
        if (status !== 405 || !named.every((one) => allow.includes(one)))
          wrong.push(`${method} ${path}: ${status} ${allow}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('MET-12 refuses who is not authenticated wherever the description says so', async () => {
    const { operations, ask } = await contract()
    const open: string[] = []
    for (const described of operations) {
      const { operationId, security = [] } = described.operation
      const isOpen = security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)
      const { status } = await ask('nobody', described)
      if (!isOpen && ![303, 401, 403, 404].includes(status)) open.push(`${operationId}: ${status}`)
    }
    expect(open).toEqual([])
  })

  it('MET-12 ERR-01 is described with faults', async () => {
    const { operations, ask, found, domain } = await contract()
    const { sql } = domain
    const tables = (await sql.tables()).filter((name) => !name.includes('_fts'))
    for (const name of tables) await sql.rows(`ALTER TABLE "${name}" RENAME TO "without_${name}"`)
    const statuses: number[] = []
    for (const described of operations) statuses.push((await ask(whoMay(described), described)).status)
    for (const name of tables) await sql.rows(`ALTER TABLE "without_${name}" RENAME TO "${name}"`)
    expect(found).toEqual([])
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(50)
  })

  it('MET-12 LIM-09 is described with the answer of a busy server', async () => {
    const { operations, ajv, domain, url } = await contract()
    const wrong: string[] = []
    for (const described of operations)
      for (const accept of ['*/*', 'text/html']) {
        const { traffic } = domain.router.routeOf(described.path)
        if (traffic === 'vital') continue
        const request = { method: described.method.toUpperCase(), headers: { accept } }
        const { headers, body } = busyAnswer(traffic, request, url)
        wrong.push(...(await undescribed(ajv, described, new Response(String(body), { status: 503, headers }))))
      }
    expect(wrong).toEqual([])
  })

  it('MET-12 has examples that are valid by their schemas', async () => {
    const { document, ajv } = await contract()
    const wrong = examplesIn(document, []).filter(
      ([place, example]) => invalidBy(ajv, [...place, 'schema'], example) !== undefined,
    )
    expect(wrong).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/localhost:3000\b/)
  })

  it('MET-12 LIM-03 is described with the answer to who asks too often', async () => {
    const quotas = ['TOKEN', 'TOKEN_ADDRESS', 'AUTHORIZE', 'PAGES', 'API', 'FHIR'].map((name) => [
      `RATE_LIMIT_${name}`,
      '1',
    ])
    const { operations, ask, found } = await contract({ RATE_LIMIT: 'on', ...Object.fromEntries(quotas) })
    const unlimited: string[] = []
    for (const described of operations) {
      const statuses = [
        await ask('nobody', described),
        await ask('nobody', described),
        await ask('nobody', described),
      ].map(({ status }) => status)
      if (described.responses['429'] !== undefined && !statuses.includes(429))
        unlimited.push(`${described.operation.operationId} ${statuses}`)
    }
    expect(found).toEqual([])
    expect(unlimited).toEqual([])
  })
})

/** Each example below a part of the description, with the place of what has it. */
function examplesIn(part: unknown, place: readonly string[]): readonly (readonly [readonly string[], unknown])[] {
  if (typeof part !== 'object' || part === null) return []
  if ('example' in part && 'schema' in part) return [[place, part.example]]
  return Object.entries(part).flatMap(([name, one]) => examplesIn(one, [...place, name]))
}

const wordsOf = ({ schema }: Parameter): readonly string[] => (Array.isArray(schema['enum']) ? schema['enum'] : [])

const isBound = (schema: Schema): boolean =>
  ['enum', 'const', 'maxLength'].some((name) => name in schema) || schema['type'] === 'integer'

function withValue({ in: place, name }: Parameter, value: string): Asked {
  if (place === 'path') return { fill: encodeURIComponent(value) }
  return place === 'query' ? { query: `?${new URLSearchParams([[name, value]])}` } : { headers: { [name]: value } }
}
