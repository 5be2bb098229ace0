import { describe, expect, it } from 'vitest'
import { historyEntries } from './history.ts'
import { writeJsonTree } from './json-tree.ts'

const entry = (version: number, method: string, status: string, resource?: string) =>
  `{"fullUrl":"http://x/Patient/p",${resource ? `"resource":${resource},` : ''}"request":{"method":"${method}","url":"Patient/p"},
    "response":{"status":"${status}","etag":"W/\\"${version}\\"","lastModified":"2026-04-01T12:00:00Z"}}`

const bundle = (...entries: readonly string[]) =>
  `{"resourceType":"Bundle","type":"history"${entries.length > 0 ? `,"entry":[${entries.join(',')}]` : ''}}`

describe('a history as a client reads it', () => {
  it('says of each version whether it was created, changed, deleted or restored, and keeps its text', () => {
    const versions = historyEntries(
      bundle(
        entry(5, 'PUT', '201 Created', '{"x":1.50}'),
        entry(4, 'DELETE', '204'),
        entry(3, 'PUT', '200', '{}'),
        entry(1, 'POST', '201', '{}'),
      ),
    )
    expect(versions.map(({ version, kind }) => `${version} ${kind}`)).toEqual([
      ...['5 restored', '4 deleted', '3 changed', '1 created'],
    ])
    expect(versions[0]?.resource && writeJsonTree(versions[0].resource)).toContain('1.50')
    expect(versions[1]?.resource).toBeUndefined()
    expect(versions[2]?.at).toBe('2026-04-01T12:00:00Z')
  })

  it('leaves out entries without a version', () => {
    expect(historyEntries(bundle())).toEqual([])
    expect(historyEntries(bundle('{"resource":{}}', '7', entry(0, 'PUT', '200')))).toEqual([])
  })
})
