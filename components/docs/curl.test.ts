import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'

const base = { operationId: 'x', tags: [], summary: '', responses: {} }

describe('the example of an operation', () => {
  it('fills its path and query, and leaves the token to the shell', () => {
    const operation = {
      ...base,
      security: [{ bearer: [] }],
      parameters: [
        { name: 'id', in: 'path', description: '', schema: {}, example: 'a' },
        { name: '_count', in: 'query', description: '', schema: {}, example: '10' },
        { name: '_sort', in: 'query', description: '', schema: {} },
      ],
    } as const
    expect(curlOf({ server: 'http://h', path: '/fhir/{id}', method: 'get', operation })).toBe(
      'curl \'http://h/fhir/a?_count=10\' \\\n  -H "Authorization: Bearer $TOKEN"',
    )
  })

  it('sends the fields of a form', () => {
    const content = { 'application/x-www-form-urlencoded': { schema: {}, example: { grant_type: 'x' } } }
    const operation = { ...base, requestBody: { required: true, content } }
    expect(curlOf({ server: 'http://h', path: '/t', method: 'post', operation })).toBe(
      "curl 'http://h/t' \\\n  --data-urlencode 'grant_type=x'",
    )
  })

  it('sends JSON with the cookies of who is signed in, from the site itself', () => {
    const content = { 'application/json': { schema: {}, example: { name: 'x' } } }
    const operation = { ...base, security: [{ session: [] }], requestBody: { required: true, content } }
    expect(curlOf({ server: 'http://h', path: '/a', method: 'put', operation })).toBe(
      'curl -X PUT \'http://h/a\' \\\n  -b "$COOKIES" \\\n  -H \'Origin: http://h\' \\\n  --json \'{"name":"x"}\'',
    )
    expect(curlOf({ server: 'http://h', path: '/a', method: 'post', operation: base })).toBe(
      "curl 'http://h/a' \\\n  -d ''",
    )
  })

  it('sends a resource or a patch under its own type, with the version that was read', () => {
    const content = {
      'application/json-patch+json': { schema: {}, example: [{ op: 'remove', path: '/active' }] },
      'application/fhir+json': { schema: {} },
    }
    const operation = {
      ...base,
      security: [{ bearer: [] }],
      parameters: [{ name: 'If-Match', in: 'header', description: '', schema: {}, example: 'W/"1"' }],
      requestBody: { required: true, content },
    } as const
    expect(curlOf({ server: 'http://h', path: '/fhir/x', method: 'patch', operation }).split(' \\\n  ')).toEqual([
      "curl -X PATCH 'http://h/fhir/x'",
      '-H "Authorization: Bearer $TOKEN"',
      '-H \'If-Match: W/"1"\'',
      "-H 'Content-Type: application/json-patch+json'",
      '-d \'[{"op":"remove","path":"/active"}]\'',
    ])
    expect(curlOf({ server: 'http://h', path: '/a', method: 'delete', operation: base })).toBe(
      "curl -X DELETE 'http://h/a'",
    )
  })
})
