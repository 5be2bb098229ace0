// Resources are served as they were stored: every lexeme, escape and member in its place, except for the version (FHIR R4
// json.html).
import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { maskedFor } from '#lib/fhir/subscription-text.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import { importResources } from '../import/import.ts'
import { type BundleJson, F, FD, fhirServer, type Json, TYPES } from '../testing/fhir-server.ts'

const FILES = ['people.ndjson', 'edges.ndjson']
const LEXEME = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

const fixture = (name: string): string => path.join('server/fhir/fixtures', name)

const linesOf = (name: string): readonly string[] => readFileSync(fixture(name), 'utf8').trim().split('\n')

/** The lexemes of a resource without the version in its own meta, and without a meta that held nothing else. */
function lexemes(text: string): string {
  const all = [...(text.match(LEXEME) ?? [])]
  const depths = all.map(() => 0)
  for (let index = 1, depth = 1; index < all.length; index += 1) {
    if (/[}\]]/.test(all[index]?.charAt(0) ?? '')) depth -= 1
    depths[index] = depth
    if (/[{[]/.test(all[index]?.charAt(0) ?? '')) depth += 1
  }
  const meta = all.findIndex((lexeme, index) => lexeme === '"meta"' && depths[index] === 1 && all[index + 1] === ':')
  if (meta < 0) return all.join(' ')
  const end = depths.findIndex((depth, index) => index > meta + 2 && depth === 1)
  const inner = all.slice(meta + 3, end).join(' ')
  const kept = inner.replace(/"(versionId|lastUpdated)" : "[^"]*"( , )?/g, '').replace(/ , $/, '')
  if (kept !== '') return [...all.slice(0, meta + 3), kept, ...all.slice(end)].join(' ')
  const [from, to] = all[end + 1] === ',' ? [meta, end + 2] : [meta - 1, end + 1]
  return [...all.slice(0, from), ...all.slice(to)].join(' ')
}

async function imported(name: string) {
  const server = await fhirServer()
  const report = await importResources(
    [{ name, content: createReadStream(fixture(name)) as AsyncIterable<Uint8Array> }],
    {
      imports: server.storage.imports,
      resourceTypes: TYPES,
      clock: server.now,
    },
  )
  expect(report.errors).toEqual([])
  const stored = linesOf(name)
    .map((line) => ({ ...(JSON.parse(line) as { readonly resourceType: string; readonly id: string }), line }))
    // The values of its headers are for its owner alone (SUB-14).
    .map((one) => (one.resourceType === 'Subscription' ? { ...one, line: maskedFor(one.line, false) } : one))
    .filter(({ resourceType }) => TYPES.includes(resourceType))
  return { ...server, stored }
}

describe.each(FILES)('the resources of %s', (name) => {
  it.each([F, FD])('RDR-03 RDR-12 come back from read, vread and lists below %s as they came', async (base) => {
    const { get, stored } = await imported(name)
    expect(stored.length).toBeGreaterThan(11)
    for (const { line, resourceType, id } of stored) {
      const read = await (await get(`${base}/${resourceType}/${id}`)).text()
      expect(lexemes(read), id).toBe(lexemes(line))
      expect(await (await get(`${base}/${resourceType}/${id}/_history/1`)).text()).toBe(read)
      expect(await (await get(`${base}/${resourceType}?_id=${id}`)).text()).toContain(`"resource":${read},"search"`)
    }
  })

  it('RDR-13 RDR-15 come back laid out with the same lexemes', async () => {
    const { get, stored } = await imported(name)
    for (const { line, resourceType, id } of stored)
      expect(lexemes(await (await get(`${FD}/${resourceType}/${id}?_pretty=true`)).text()), id).toBe(lexemes(line))
  })

  it('RDR-12 RDR-13 SRC-11 are valid R4, whole and in every part of them', async () => {
    const { get, stored } = await imported(name)
    const asked = ['', '_summary=true', '_summary=data', '_summary=text', '_elements=identifier', '_elements=id']
    for (const { resourceType, id } of stored)
      for (const query of asked) {
        const resource = (await (await get(`${FD}/${resourceType}/${id}?${query}`)).json()) as Json
        expect(r4Problems(resource as never), `${id}?${query}`).toEqual([])
      }
    for (const type of TYPES)
      for (const query of [...asked, '_summary=count', '_count=1', '_count=0', '_total=none']) {
        const bundle = (await (
          await get(`${FD}/${type}?_count=200&${query}`.replace('_count=200&_count', '_count'))
        ).json()) as BundleJson
        expect(r4Problems(bundle as never), `${type}?${query}`).toEqual([])
      }
  })
})
